import type { HostColors } from '../../bridge/index.ts';

/** An opaque colour: its parts in sRGB, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** What WCAG asks of text on its ground. */
const enough = 4.5;

const linear = (part: number) => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const luminance = ([red, green, blue]: Rgb) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** How well one is read on the other, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Reads any colour that the engine knows; undefined for one that lets something shine through, or is none by itself. */
export type Read = (color: string | undefined) => Rgb | undefined;

const reads = (text: Rgb, ...grounds: readonly (Rgb | undefined)[]) =>
  grounds.every((ground) => !ground || contrast(text, ground) >= enough);

/** Ours that stay beside the host's: what is written on the ground, and what the host's text is written on. */
const inks = ['--ink-2', '--accent-ink', '--good', '--warn', '--bad'];
const surfaces = ['--surface', '--sunken', '--lifted'];

/**
 * The host's ground and text under our names, each only where all that is read by it stays readable. Text on the
 * accent, and the accent as text, are computed from it and always are; these two would look like a fault of ours.
 */
export function readable(
  { background, text }: HostColors,
  read: Read,
  own: (token: string) => string,
): Readonly<Record<'--bg' | '--ink', Rgb | undefined>> {
  const of = (token: string) => read(own(token));
  const [ground, ink] = [read(background), read(text)];
  const inkFits = ink && reads(ink, ...surfaces.map(of));
  const groundFits = ground && inks.every((token) => reads(of(token) ?? ground, ground));
  // Two that fit each other are taken together; one alone has ours as its other.
  if (inkFits && groundFits && reads(ink, ground)) return { '--bg': ground, '--ink': ink };
  const alone = (fits: boolean | undefined, one: Rgb | undefined, other: string) =>
    fits && one && reads(one, of(other)) ? one : undefined;
  return { '--bg': alone(groundFits, ground, '--ink'), '--ink': alone(inkFits, ink, '--bg') };
}

/** Reads colours by painting them, which knows each way to write one and each colour space. */
export function createReader(): Read {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const paint = canvas.getContext?.('2d', { willReadFrequently: true });
  return (color) => {
    // What depends on its surroundings is no colour of its own.
    if (!paint || !color || /var\(|current|^[a-z]*(inherit|initial|unset|revert)/i.test(color)) return;
    if (!CSS.supports('color', color)) return;
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = color;
    paint.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha] = paint.getImageData(0, 0, 1, 1).data;
    return alpha === 255 ? [red, green, blue] : undefined;
  };
}
