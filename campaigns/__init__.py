"""The campaign manager: models, use cases, sight, web pages, API, tasks."""
