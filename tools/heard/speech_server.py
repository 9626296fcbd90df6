"""A speech server for Orca that writes what it should say to a pipe, one JSON object per line."""
import json
import os
import signal
import sys

from gi.repository import GLib
from orca import speechserver

_pipe = os.fdopen(int(os.environ["HEARD_PIPE"]), "w", buffering=1)


def _write(kind, text=""):
    _pipe.write(json.dumps({"kind": kind, "text": text}, ensure_ascii=False) + "\n")


def _write_idle():
    _write("idle")
    return GLib.SOURCE_REMOVE


def _on_signal():
    # Everything else in Orca's main loop has a higher priority: events from the browser come first.
    GLib.idle_add(_write_idle, priority=GLib.PRIORITY_LOW)
    return GLib.SOURCE_CONTINUE


GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, _on_signal)


def _find_kind():
    """Why something is spoken, by Orca's functions on the stack. Orca's speech servers aren't told."""
    frame = sys._getframe(2)
    while frame:
        if frame.f_code.co_filename.endswith("liveregions.py"):
            return "live"
        if frame.f_code.co_name == "onDescriptionChanged":
            return "description"
        frame = frame.f_back
    return "speech"


class SpeechServer(speechserver.SpeechServer):
    _server = None

    @staticmethod
    def getFactoryName():
        return "heard"

    @staticmethod
    def getSpeechServers():
        return [SpeechServer.getSpeechServer()]

    @classmethod
    def getSpeechServer(cls, info=None):
        cls._server = cls._server or cls()
        return cls._server

    @staticmethod
    def shutdownActiveServers():
        pass

    def getInfo(self):
        return ["heard", "heard"]

    def getVoiceFamilies(self):
        return [speechserver.VoiceFamily({"name": "heard", "lang": "en", "dialect": "GB", "variant": None})]

    def speak(self, text=None, acss=None, interrupt=True):
        if text and text.strip():
            _write(_find_kind(), text.strip())

    def speakCharacter(self, character, acss=None):
        _write("speech", character)

    def speakKeyEvent(self, event, acss=None):
        pass

    def stop(self):
        pass
