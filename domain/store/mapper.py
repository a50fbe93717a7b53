"""Between our envelope and the library's stored event: packed JSON for events, MessagePack for snapshots."""

import hashlib
import zlib
from functools import cache
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.persistence import Mapper, StoredEvent

from domain.kernel.codec import codec
from domain.kernel.history import Recorded, Standing
from domain.store.packing import packed, unpacked


class Titled(msgspec.Struct, frozen=True):
    """An event on its way into the store: its topic begins with the title."""

    title: str
    recorded: Recorded


class Snapshot(msgspec.Struct, frozen=True):
    """A standing put by for a quick start. Disposable: None if it was written in another form."""

    game: str
    title: str
    version: int
    standing: Standing | None


class EnvelopeMapper(Mapper[UUID]):
    """Writes `Titled` and `Snapshot`, reads `Recorded` and `Snapshot`, under topics of our own.

    The stock mapper reads `vars(event)`, which frozen structs do not have. Events are packed by the phrases
    of their title (`packing.py`), if it has any. Nothing is encrypted: the seed, the only secret, is kept
    apart.
    """

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        writer = codec(domain_event.title)
        if isinstance(domain_event, Snapshot):
            assert domain_event.standing is not None
            topic, data = snapshot_topic(domain_event.title), writer.write_standing(domain_event.standing)
            return StoredEvent(UUID(domain_event.game), domain_event.version, topic, data)
        recorded: Recorded = domain_event.recorded
        topic, data = writer.topic(recorded.body), packed(writer.rule_set.folder, writer.write(recorded))
        return StoredEvent(UUID(recorded.game), recorded.version, topic, data)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        title, name = stored_event.topic.split(":", 1)
        game, version = game_of(stored_event), stored_event.originator_version
        if not name.startswith("Snapshot/"):
            reader = codec(title)
            data = unpacked(reader.rule_set.folder, stored_event.state)
            return reader.read(game, version, stored_event.topic, data)
        return Snapshot(game, title, version, _standing(title, stored_event))


def game_of(stored: StoredEvent) -> str:
    """The game's id as we write it: 32 hexadecimal digits."""
    assert isinstance(stored.originator_id, UUID)
    return stored.originator_id.hex


def _standing(title: str, stored: StoredEvent) -> Standing | None:
    """None for a snapshot in another form, or one that cannot be read: the game is folded again."""
    if stored.topic != snapshot_topic(title):
        return None
    try:
        return codec(title).read_standing(stored.state)
    except (msgspec.DecodeError, zlib.error):
        return None


@cache
def snapshot_topic(title: str) -> str:
    """`waterloo:Snapshot/3-1f0c...`: edition of the rules and a digest of the form of the state."""
    reader = codec(title)
    form = repr(msgspec.inspect.type_info(reader.snapshot_type))
    digest = hashlib.sha256(f"{form}{reader.rule_set.data_digest}".encode()).hexdigest()[:12]
    return f"{title}:Snapshot/{reader.rule_set.edition}-{digest}"
