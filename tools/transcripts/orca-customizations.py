"""Orca's settings for transcripts. Orca runs this file when it starts."""

import orca.settings

orca.settings.speechServerFactory = "transcript_voice"
orca.settings.speechServerInfo = None
orca.settings.enableKeyEcho = False
orca.settings.enableBraille = False
