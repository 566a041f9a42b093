"""The site: settings, addresses, processes. Wiring, no behaviour of its own."""
