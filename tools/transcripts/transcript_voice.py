"""A voice for Orca that writes what it is given instead of speaking it.

Each utterance is a line with a JSON string in the file that TRANSCRIPT names.
"""

import json
import os
from itertools import groupby

from orca import speechserver

# One write a line, so that a reader sees whole lines only.
FILE = open(os.environ["TRANSCRIPT"], "a", buffering=1, encoding="utf-8")


def write(text):
    words = " ".join(text.split())
    if words:
        FILE.write(json.dumps(words) + "\n")


class SpeechServer(speechserver.SpeechServer):
    @staticmethod
    def getSpeechServer(info=None):
        return SpeechServer()

    def speak(self, text=None, acss=None, interrupt=True):
        write(text or "")

    def speakCharacter(self, character, acss=None):
        write(character)

    def sayAll(self, utteranceIterator, progressCallback):
        """Reads a document. Text and role of an element come as utterances of their own."""
        contexts = (context for context, _ in utteranceIterator)
        for _, group in groupby(contexts, lambda context: context.obj):
            write(", ".join(context.utterance for context in group))
