"""One way to write a date on every page (`FORMAT_MODULE_PATH`)."""
