"""What all operations of the API share: authentication, strict input, problems, the OpenAPI document."""
