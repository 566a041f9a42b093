"""Colour differences by CIEDE2000, for normal sight and as simulated for deuteranopia and protanopia."""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Triple = tuple[float, float, float]


def linear(colour: str) -> Triple:
    """An sRGB colour in linear light (IEC 61966-2-1)."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def contrast(one: str, two: str) -> float:
    """The contrast ratio of WCAG 2.2."""
    first, second = (0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(two)))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def distance(one: str, two: str, eye: str) -> float:
    """CIEDE2000 of two colours for one kind of sight: `all`, `deutan` or `protan`."""
    return ciede2000(_lab(_seen(linear(one), eye)), _lab(_seen(linear(two), eye)))


def _seen(colour: Triple, eye: str) -> Triple:
    """The simulation of Viénot, Brettel and Mollon 1999, in linear light."""
    red, green, blue = colour
    if eye == "deutan":
        both = 0.29275 * red + 0.70725 * green
        return both, both, -0.02234 * red + 0.02234 * green + blue
    if eye == "protan":
        both = 0.11238 * red + 0.88762 * green
        return both, both, 0.00401 * red - 0.00401 * green + blue
    return colour


def _lab(colour: Triple) -> Triple:
    r, g, b = (max(0.0, part) for part in colour)
    x = _root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
    y = _root(0.2126 * r + 0.7152 * g + 0.0722 * b)
    z = _root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116


def ciede2000(one: Triple, two: Triple) -> float:
    """The formula of CIE 142-2001 with all weights 1."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    middle = (hypot(a1, b1) + hypot(a2, b2)) / 2
    grey = 1 + 0.5 * (1 - sqrt(middle**7 / (middle**7 + 25**7)))
    c1, c2 = hypot(a1 * grey, b1), hypot(a2 * grey, b2)
    h1, h2 = degrees(atan2(b1, a1 * grey)) % 360, degrees(atan2(b2, a2 * grey)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    hue, chroma, light = h1 + turn / 2, (c1 + c2) / 2, (l1 + l2) / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.2 * cos(radians(4 * hue - 63))
    )
    lightness = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    chromas = (c2 - c1) / (1 + 0.045 * chroma)
    hues = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * t)
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((hue % 360 - 275) / 25) ** 2))))
    return sqrt(max(0.0, lightness**2 + chromas**2 + hues**2 + rotation * chromas * hues))
