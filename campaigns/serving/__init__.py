"""Requests on their way into and out of a process: time of arrival, origin, what is in progress, and which processes serve."""
