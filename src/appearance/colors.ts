/** An opaque colour: its parts in sRGB, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The contrast that WCAG requires of text on its background, and of the edge of what is filled in. */
const minText = 4.5;
const minEdge = 3;

const linear = (part: number) => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const gamma = (share: number) => {
  const part = share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(Math.max(part, 0), 1) * 255);
};
const luminance = ([red, green, blue]: Rgb) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** Returns the contrast of two colours, from 1 to 21. */
export const contrast = (text: Rgb, ground: Rgb): number => ratio(luminance(text), luminance(ground));
const ratio = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

type Oklab = readonly [lightness: number, a: number, b: number];

// The matrices of Björn Ottosson's definition of Oklab.
function toOklab(color: Rgb): Oklab {
  const [r, g, b] = color.map(linear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
function fromOklab([lightness, a, b]: Oklab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Mixes as CSS does with `color-mix(in oklab, color share, other)`. */
export function mix(color: Rgb, share: number, other: Rgb): Rgb {
  const [from, to] = [toOklab(color), toOklab(other)];
  return fromOklab(from.map((part, at) => part * share + (to[at] ?? 0) * (1 - share)) as unknown as Oklab);
}

/**
 * Returns the colour itself where it fits, else the nearest lighter or darker one of its hue that does. The ends of the
 * scale are black and white: one of them is returned where nothing fits.
 */
function nearest(color: Rgb, fits: (candidate: Rgb) => boolean): Rgb {
  if (fits(color)) return color;
  const [lightness, a, b] = toOklab(color);
  for (let away = 0.004; away < 1.004; away += 0.004) {
    for (const next of [lightness - away, lightness + away]) {
      if (next < -0.004 || next > 1.004) continue;
      const at = Math.min(Math.max(next, 0), 1);
      // Near the ends of the scale there is room for less and less of a hue.
      const chroma = Math.min(1, at / 0.2, (1 - at) / 0.1);
      const candidate = fromOklab([at, a * chroma, b * chroma]);
      if (fits(candidate)) return candidate;
    }
  }
  return luminance(color) > 0.18 ? white : black;
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/** Returns whether a text has the least contrast on each of the grounds. */
function isOn(grounds: readonly Rgb[], least = minText): (text: Rgb) => boolean {
  const levels = grounds.map(luminance);
  const [darkest, lightest] = [Math.min(...levels), Math.max(...levels)];
  return (text) => {
    const own = luminance(text);
    return (
      ratio(own, darkest) >= least && ratio(own, lightest) >= least && !(own > darkest && own < lightest)
    );
  };
}

/** The same for a text that also stands on a tint of its own. */
function isOnTint(grounds: readonly Rgb[], share: number, surface: Rgb): (text: Rgb) => boolean {
  const isReadable = isOn(grounds);
  return (text) => isReadable(text) && contrast(text, mix(text, share, surface)) >= minText;
}

/** Light enough for dark text on it and on its tints, or dark enough for light text. */
const isPage = {
  light: (color: Rgb) => luminance(color) >= 0.28,
  dark: (color: Rgb) => luminance(color) <= 0.09,
};
/** A light surface is also the text of the card in ink, and its quieter text. */
const isSurface = { ...isPage, light: (color: Rgb) => luminance(color) >= 0.42 };
/** Which of both a ground is nearer to. */
export type Scheme = keyof typeof isPage;
const schemeOf = (color: Rgb): Scheme => (luminance(color) > 0.18 ? 'light' : 'dark');

export const tones = ['accent-ink', 'good', 'warn', 'bad'] as const;
/** The colours of a theme that hang together, by the names of their properties in tokens.css. */
export const colorNames = [
  'accent',
  'on-accent',
  'bg',
  'surface',
  'sunken',
  'line',
  'edge',
  'ink',
  'ink-2',
  ...tones,
] as const;
type Tone = (typeof tones)[number];
export type ColorName = (typeof colorNames)[number];
export type Palette = Readonly<Record<ColorName, Rgb>>;

/** How much of a tone is in its tint, as `--mix` says. */
export const tintShare = { light: 0.09, dark: 0.17 } as const;

/** Colours that a host may give, by the property that each of them becomes. */
export type GivenColors = Partial<Record<ColorName, Rgb>>;

/** Returns the scheme whose own colours fit the ground that a host gives; that of the device where it gives none. */
export const schemeFor = ({ surface, bg }: GivenColors, device: Scheme): Scheme => {
  const ground = surface ?? bg;
  return ground ? schemeOf(ground) : device;
};

/**
 * Returns all colours of a theme: what the host gives, the own colours of `scheme` for the rest, and each text moved to the
 * nearest that keeps 4.5:1 on everything that it is drawn on. The grounds go first: the surface stays on its side of light
 * and dark, the page behind it follows, and texts are moved last.
 */
export function completePalette(given: GivenColors, own: Palette, scheme: Scheme): Palette {
  const share = tintShare[scheme];
  const surface = nearest(given.surface ?? surfaceFor(given.bg, own, scheme), isSurface[scheme]);
  const bg = nearest(
    given.bg ?? (given.surface ? mix(black, behind[scheme], surface) : own.bg),
    isPage[scheme],
  );
  const sunken =
    surface === own.surface ? own.sunken : nearest(mix(poles[scheme], 0.06, surface), isPage[scheme]);
  const grounds = [bg, surface, sunken];

  const accent = given.accent ?? own.accent;
  const tonesOf = readableTones(
    {
      'accent-ink': given.accent ?? own['accent-ink'],
      good: given.good ?? own.good,
      warn: given.warn ?? own.warn,
      bad: given.bad ?? own.bad,
    },
    (color) => mix(color, share, surface),
    grounds,
  );
  const tints = Object.values(tonesOf).map((tone) => mix(tone, share, surface));
  const isInk = isOn([...grounds, ...tints]);
  const ink = nearest(
    given.ink ?? own.ink,
    (text) =>
      isInk(text) &&
      purse({ ink: text, surface, sunken }, scheme).every((pair) => contrast(...pair) >= minText),
  );
  const disabled = mix(ink, 0.1, surface);
  // The quieter text beside a host's own text is of the same hue.
  const quiet = given['ink-2'] ?? (given.ink ? mix(ink, 0.72, surface) : own['ink-2']);
  return {
    ...tonesOf,
    accent,
    'on-accent': contrast(white, accent) >= minText ? white : black,
    bg,
    surface,
    sunken,
    ink,
    'ink-2': nearest(quiet, isOnTint([...grounds, ...tints, disabled], share, surface)),
    line: given.line ?? (surface === own.surface ? own.line : mix(poles[scheme], 0.13, surface)),
    edge: nearest(given.line ?? own.edge, isOn([surface], minEdge)),
  };
}

/** Moves tones until each is readable on the grounds and on the tint of every one: a moved tone has another tint. */
function readableTones(
  given: Readonly<Record<Tone, Rgb>>,
  tint: (tone: Rgb) => Rgb,
  grounds: readonly Rgb[],
): Readonly<Record<Tone, Rgb>> {
  const move = (before: typeof given) => {
    const isReadable = isOn([...grounds, ...Object.values(before).map(tint)]);
    const fits = (color: Rgb) => isReadable(color) && contrast(color, tint(color)) >= minText;
    return Object.fromEntries(tones.map((tone) => [tone, nearest(before[tone], fits)])) as typeof given;
  };
  let now = given;
  for (let round = 0; round < 16; round += 1) {
    const before = now;
    now = move(before);
    if (tones.every((tone) => now[tone] === before[tone])) break;
  }
  return now;
}

/** Returns the quieter text and the button of the balance's card, which is in ink, and in the dark a raised one. */
export function purse({ ink, surface, sunken }: Pick<Palette, 'ink' | 'surface' | 'sunken'>, scheme: Scheme) {
  const [card, text] = scheme === 'light' ? [ink, surface] : [sunken, ink];
  return [
    [mix(text, 0.75, card), card],
    [text, mix(text, 0.16, card)],
  ] as const;
}

const poles = { light: black, dark: white } as const;
/** How much darker the page is than the surfaces on it. */
const behind = { light: 0.06, dark: 0.35 } as const;

/** Returns the surface for a page's background: ours, unless a dark page is so light that ours would lie below it. */
function surfaceFor(bg: Rgb | undefined, own: Palette, scheme: Scheme): Rgb {
  const raised = bg && scheme === 'dark' && mix(white, 0.06, bg);
  return raised && luminance(raised) > luminance(own.surface) ? raised : own.surface;
}
