"""Public ids: fit for addresses, for the command line and for a spreadsheet."""

from campaigns.models import shown


def test_a_public_id_never_begins_with_a_dash_that_a_command_would_take_for_an_option(monkeypatch):
    drawn = iter(["-o3YQ90Va-Dq", "--3YQ90Va-Dq", "o3YQ90Va-Dqe"])
    monkeypatch.setattr(shown.secrets, "token_urlsafe", lambda count: next(drawn))
    assert shown.new_public_id() == "o3YQ90Va-Dqe"
