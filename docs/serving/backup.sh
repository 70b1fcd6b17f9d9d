#!/bin/sh
# Dump the database that PGDATABASE names into FOLDER, check the dump, and remove those older than KEEP_DAYS days.
# A dump has its name only once it is whole and on the disk. The newest three are kept however old they are.
set -eu
: "${PGDATABASE:?}" "${FOLDER:?}" "${KEEP_DAYS:=14}"
umask 077
name="$FOLDER/kriegspiel-$(date -u +%Y%m%dT%H%M%SZ).dump"
trap 'rm -f "$name.part"' EXIT
pg_dump --format=custom --no-password --file="$name.part"
pg_restore --list "$name.part" | grep -q "TABLE DATA public campaigns_recordentry"
sync "$name.part"
mv "$name.part" "$name"
sync "$FOLDER"
ls -1 "$FOLDER"/kriegspiel-*.dump | sort -r | tail -n +4 | while read -r old; do
  find "$old" -mtime +"$KEEP_DAYS" -delete
done
