"""What a commander is offered, asked and warned of; what the umpire must measure."""
