import type { HostColors } from '../../bridge/index.ts';

/** An opaque colour: its parts in sRGB, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The contrast that WCAG requires of text on its background. */
const minContrast = 4.5;

const linear = (part: number) => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const luminance = ([red, green, blue]: Rgb) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** Returns the contrast of two colours, from 1 to 21. */
export function contrast(text: Rgb, ground: Rgb): number {
  const [dark = 0, light = 0] = [luminance(text), luminance(ground)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Reads any colour that the engine knows; undefined for a translucent one, or one that depends on its context. */
export type ReadColor = (color: string | undefined) => Rgb | undefined;

const isReadable = (text: Rgb, ...grounds: readonly (Rgb | undefined)[]) =>
  grounds.every((ground) => !ground || contrast(text, ground) >= minContrast);

/** Our own colours beside the host's: texts on the background, and surfaces under the host's text. */
const inks = ['--ink-2', '--accent-ink', '--good', '--warn', '--bad'];
const surfaces = ['--surface', '--sunken'];

/**
 * Returns the host's background and text under our names, each only where all text stays readable. Text on the accent,
 * and the accent as text, are computed from it and always are readable; these two must be checked.
 */
export function readableColors(
  { background, text }: HostColors,
  read: ReadColor,
  own: (token: string) => string,
): Readonly<Record<'--bg' | '--ink', Rgb | undefined>> {
  const readToken = (token: string) => read(own(token));
  const [ground, ink] = [read(background), read(text)];
  const inkFits = ink && isReadable(ink, ...surfaces.map(readToken));
  const groundFits = ground && inks.every((token) => isReadable(readToken(token) ?? ground, ground));
  // Two that fit each other are applied together; a single one must fit ours.
  if (inkFits && groundFits && isReadable(ink, ground)) return { '--bg': ground, '--ink': ink };
  const alone = (fits: boolean | undefined, one: Rgb | undefined, other: string) =>
    fits && one && isReadable(one, readToken(other)) ? one : undefined;
  return { '--bg': alone(groundFits, ground, '--ink'), '--ink': alone(inkFits, ink, '--bg') };
}

/** Creates a reader that paints colours, as painting knows every notation and colour space. */
export function createReader(): ReadColor {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const paint = canvas.getContext?.('2d', { willReadFrequently: true });
  return (color) => {
    // A colour that depends on its context cannot be read as one value.
    if (!paint || !color || /var\(|current|^[a-z]*(inherit|initial|unset|revert)/i.test(color)) return;
    if (!CSS.supports('color', color)) return;
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = color;
    paint.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha] = paint.getImageData(0, 0, 1, 1).data;
    return alpha === 255 ? [red, green, blue] : undefined;
  };
}
