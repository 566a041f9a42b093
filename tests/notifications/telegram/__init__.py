"""A channel outside of the site: the minimum that CONTRIBUTING.md demands of a new one."""
