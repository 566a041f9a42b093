"""A channel outside the site: what CONTRIBUTING.md asks of a new one, and nothing else."""
