"""Generation of docs/openapi.yaml from the views of the API: `python3 manage.py spectacular --fail-on-warn --file docs/openapi.yaml`."""
