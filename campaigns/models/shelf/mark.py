"""What an exercise on the shelf is known by, however it is called and whatever its file says of where it comes from."""

from django.db import models

from campaigns.models.shelf.exercise import Exercise


class Mark(models.Model):
    """One thing that an exercise tells, of those that are sealed: see ``campaigns.usecases.exercises.likeness``.

    part: to what it belongs, as ``stands red``.  size: how many marks that part of the exercise has.
    value: 64 bits of a digest of what is told.
    """

    exercise = models.ForeignKey(Exercise, on_delete=models.CASCADE, related_name="marks")
    part = models.CharField(max_length=40)
    size = models.PositiveIntegerField()
    value = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"{self.part} {self.value:x}"
