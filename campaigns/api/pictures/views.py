"""Pictures: sent, laid under a country, and changed in a battle."""

from __future__ import annotations

import binascii
from base64 import b64decode
from typing import Any

from rest_framework.request import Request

from campaigns import sight
from campaigns.api.endpoint import Endpoint, deed
from campaigns.api.parsers import StrictJSONParser
from campaigns.api.pictures.requests import AS_BASE64, Look, NewPicture, Placing
from campaigns.api.pictures.responses import PictureFileOut, PictureOut, UnderlayOut
from campaigns.errors import Unseen
from campaigns.usecases.pictures import pictures as kept
from campaigns.usecases.pictures import underlays
from rules.errors import Invalid
from rules.values.sentence import of_field, say


class PictureParser(StrictJSONParser):
    """JSON that may hold a file of the largest size in base64."""

    most = AS_BASE64 + 1000


class Pictures(Endpoint):
    """The caller's own pictures."""

    parser_classes = (PictureParser,)

    @deed("pictures", answers=PictureOut(many=True))
    def get(self, request: Request) -> Any:
        """The caller's own pictures, the latest first."""
        return sight.pictures(request.user)

    @deed("send_picture", asks=NewPicture, answers=PictureOut, status=201, refuses=(409, 413, 422))
    def post(self, request: Request, file: str) -> Any:
        """Send a picture; it is drawn anew as WebP, and the same picture sent again is the same one."""
        try:
            sent = b64decode(file, validate=True)
        except (binascii.Error, ValueError) as fault:
            raise Invalid(of_field("file", say("the file must be in base64"))) from fault
        made = kept.keep_picture(by=request.user, sent=sent, now=self.now())
        return sight.find_picture(request.user, made.public_id)


class Picture(Endpoint):
    """One of the caller's own pictures."""

    @deed("picture", answers=PictureOut)
    def get(self, request: Request, picture: str) -> Any:
        """One of the caller's own pictures."""
        return sight.find_picture(request.user, picture)

    @deed("delete_picture", status=204, refuses=(409,))
    def delete(self, request: Request, picture: str) -> Any:
        """Delete one of the caller's own pictures that lies under nothing."""
        kept.delete_picture(by=request.user, picture=picture)


class FileOfPicture(Endpoint):
    """The file of a picture."""

    @deed("picture_file", answers=PictureFileOut)
    def get(self, request: Request, picture: str) -> Any:
        """The file of a picture of the caller's own, or of one that they see under a battle."""
        return sight.picture_file(request.user, picture)


class PictureOfCountry(Endpoint):
    """What lies under one of the caller's own countries."""

    @deed("country_picture", answers=UnderlayOut)
    def get(self, request: Request, country: str) -> Any:
        """How a picture lies under one of the caller's own countries."""
        return _there(sight.under_country(request.user, country))

    @deed("lay_country_picture", asks=Placing, answers=UnderlayOut, refuses=(403,))
    def put(self, request: Request, country: str, **given: Any) -> Any:
        """Lay a picture under one of the caller's own countries, in place of another that lies there."""
        underlays.lay_picture(by=request.user, country=country, now=self.now(), **given)
        return sight.under_country(request.user, country)

    @deed("remove_country_picture", status=204, refuses=(403,))
    def delete(self, request: Request, country: str) -> Any:
        """Take the picture away from under one of the caller's own countries."""
        underlays.remove_picture(by=request.user, country=country)


class PictureOfBattle(Endpoint):
    """What lies under a battle."""

    @deed("battle_picture", answers=UnderlayOut)
    def get(self, request: Request, battle: str) -> Any:
        """How a picture lies under a battle, for those for whom it is."""
        return _there(sight.under_battle(sight.find_battle(request.user, battle)))

    @deed("take_battle_picture", answers=UnderlayOut, refuses=(403, 409))
    def post(self, request: Request, battle: str) -> Any:
        """The umpire has the battle take what lies under its country now."""
        underlays.take_country_picture(by=request.user, battle=battle, now=self.now())
        return sight.under_battle(sight.find_battle(request.user, battle))

    @deed("change_battle_picture", asks=Look, answers=UnderlayOut, refuses=(403, 409))
    def put(self, request: Request, battle: str, **given: Any) -> Any:
        """The umpire says how strong the picture is shown, and for whom."""
        underlays.change_battle_picture(by=request.user, battle=battle, now=self.now(), **given)
        return sight.under_battle(sight.find_battle(request.user, battle))

    @deed("remove_battle_picture", status=204, refuses=(403,))
    def delete(self, request: Request, battle: str) -> Any:
        """The umpire takes the picture away from under the battle."""
        underlays.remove_battle_picture(by=request.user, battle=battle)


def _there(lies: sight.UnderlayFact | None) -> sight.UnderlayFact:
    """What lies there; E-NONE where nothing does."""
    if lies is None:
        raise Unseen("picture")
    return lies
