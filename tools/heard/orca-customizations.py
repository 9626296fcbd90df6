import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi

import orca.settings as settings

# On a busy machine, a browser may take longer than the default of 0.8 s to describe an element.
Atspi.set_timeout(20_000, 30_000)
settings.timeoutTime = 120

settings.enableSpeech = True
settings.speechServerFactory = "speech_server"
settings.speechFactoryModules = ["speech_server"]
settings.enableBraille = False
settings.enableBrailleMonitor = False
settings.enableSound = False
settings.enableKeyEcho = False
settings.enableEchoByWord = False
settings.enableEchoByCharacter = False
settings.sayAllOnLoad = False
# How often progress is spoken depends on the time that an upload takes.
settings.speakProgressBarUpdates = False
