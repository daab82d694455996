"""Cuts the Latin files of Inter and Archivo (SIL Open Font License) down to what the site uses.

    pip install fonttools==4.66.1 brotli && python3 web/src/app/fonts/subset.py

Archivo keeps its widths from 68 to 100 and its weights from 600 to 800, Inter its weights from 400 to 700. Hinting and
the features for fractions are dropped. 140 KB become 72. A new weight or width in a style sheet needs a new cut.

All files of one family name the same weights and widths; Chromium finds no Latin letter where they differ. The cuts
are committed.
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

here = Path(__file__).parent
packages = here.parents[2] / "node_modules" / "@fontsource-variable"


def fill_variations(font):
    """The packages leave out glyphs that never vary, and the subsetter wants an entry for each."""
    variations = font["gvar"].variations
    for glyph in set(font.getGlyphOrder()) - set(variations.keys()):
        variations[glyph] = []


def cut(source, target, limits, features):
    font = TTFont(packages / source)
    font.flavor = None
    fill_variations(font)
    font = instantiateVariableFont(font, limits)
    fill_variations(font)
    options = Options()
    options.layout_features = features
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=list(font.getBestCmap()))
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(here / target)
    print(target, (here / target).stat().st_size)


letters = ["kern", "tnum", "mark", "ccmp", "locl"]
cut(
    "archivo/files/archivo-latin-wdth-normal.woff2",
    "archivo-latin.woff2",
    {"wdth": (68, 100, 100), "wght": (600, 600, 800)},
    letters,
)
cut(
    "inter/files/inter-latin-wght-normal.woff2",
    "inter-latin.woff2",
    {"wght": (400, 400, 700)},
    [*letters, "case", "calt"],
)
