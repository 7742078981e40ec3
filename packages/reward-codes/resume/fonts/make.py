"""Makes the cuts of variable fonts: Typst reads no WOFF2, and no instance of a variable font but the default.

    apt-get install python3-fonttools python3-brotli
    PYTHONHASHSEED=0 python3 make.py FOLDER

FOLDER has the WOFF2 files of @fontsource-variable/instrument-sans, newsreader and jetbrains-mono. The other files
are copies from @expo-google-fonts/instrument-sans and inter. The licence is beside them.
"""

import os
import sys

from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

CUTS = [
    ("Instrument Sans", "Narrow", "instrument-sans-{}-wdth-normal", {"wght": 600, "wdth": 82}),
    ("Newsreader", "Text", "newsreader-{}-opsz-normal", {"wght": 400, "opsz": 16}),
    ("Newsreader Display", "Medium", "newsreader-{}-opsz-normal", {"wght": 500, "opsz": 72}),
    ("JetBrains Mono", "Regular", "jetbrains-mono-{}-wght-normal", {"wght": 400}),
    ("JetBrains Mono", "Bold", "jetbrains-mono-{}-wght-normal", {"wght": 700}),
]
# Name ids that are of the variable font only.
VARIABLE = (16, 17, 21, 22, 25)

here = os.path.dirname(os.path.abspath(__file__))
for family, cut, source, axes in CUTS:
    # The sources are split by script, and Typst uses one file for each variant of a family.
    parts = []
    for script in ("latin", "latin-ext"):
        source_file = os.path.join(sys.argv[1], source.format(script) + ".woff2")
        font = TTFont(source_file)
        font.flavor = None
        part = os.path.join(here, script + ".part")
        instantiateVariableFont(font, axes).save(part)
        parts.append(part)
    font = Merger().merge(parts)
    for part in parts:
        os.remove(part)
    font["OS/2"].usWeightClass = axes["wght"]
    font["OS/2"].usWidthClass = 5
    names = font["name"]
    for number in VARIABLE:
        names.removeNames(nameID=number)
    postscript = f"{family}-{cut}".replace(" ", "")
    # Family, style, unique name, full name, PostScript name.
    for number, text in ((1, family), (2, cut), (3, postscript), (4, f"{family} {cut}"), (6, postscript)):
        names.setName(text, number, 3, 1, 0x409)
    font["head"].created = font["head"].modified = TTFont(source_file)["head"].created
    font.recalcTimestamp = False
    font.save(os.path.join(here, f"{family.replace(' ', '')}-{axes['wght']}.ttf"))
