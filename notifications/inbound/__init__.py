"""Incoming mail: store it, parse the text of its writer, verify the sender, and pass it to the handler of the reply address."""
