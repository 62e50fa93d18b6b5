/** Three shades of one material: lit, in shade, and its dark details. */
export interface Tone {
  hi: string;
  lo: string;
  deep: string;
}

const tone = (hi: string, lo: string, deep: string): Tone => ({ hi, lo, deep });

export const tones = {
  clay: tone('#d98a68', '#b35f3c', '#7d3b22'),
  sage: tone('#a9bda0', '#77906f', '#4b6146'),
  navy: tone('#5a7196', '#344766', '#1f2c44'),
  sand: tone('#ecdcbc', '#cfb381', '#96794a'),
  cream: tone('#fbf6ea', '#e3d6bd', '#b29f7c'),
  coal: tone('#8b929c', '#5c636d', '#24282e'),
  plum: tone('#9a7396', '#694765', '#412a40'),
  sky: tone('#a7c6d9', '#7099b3', '#456a82'),
  mustard: tone('#e6bd5c', '#c39330', '#86621a'),
  steel: tone('#eef1f3', '#aab3bb', '#6a747d'),
  oak: tone('#d6ac78', '#ab7c47', '#714c26'),
  olive: tone('#a3a56a', '#747840', '#4a4d25'),
  rose: tone('#e2aca4', '#c07f77', '#87504a'),
};

export interface Scene {
  tone: Tone;
  /** Centre and radii of the shadow; none for an article that hangs on a wall. */
  shadow?: [x: number, y: number, rx: number, ry: number];
  /** The second material, for handles, lids and lines. */
  with?: Tone;
  shapes: string;
}

const gradient = (id: string, from: string, to: string, way: string) =>
  `<linearGradient id="${id}" ${way}><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

/**
 * Returns the picture of one article, 160 by 160, without a ground, which the reader's theme gives. Its shapes fill with
 * `url(#a)` (the tone, lit from the left), `url(#v)` (the same, lit from above) and `url(#w)` (the second material).
 */
export function scene({ tone: main, with: second = tones.oak, shadow, shapes }: Scene): string {
  const fills = [
    gradient('a', main.hi, main.lo, 'x2="1" y2=".25"'),
    gradient('v', main.hi, main.lo, 'x2="0" y2="1"'),
    gradient('w', second.hi, second.lo, 'x2="1" y2=".3"'),
    '<radialGradient id="s"><stop stop-opacity=".26"/><stop offset="1" stop-opacity="0"/></radialGradient>',
  ].join('');
  const ground = shadow
    ? `<ellipse cx="${shadow[0]}" cy="${shadow[1]}" rx="${shadow[2]}" ry="${shadow[3]}" fill="url(#s)"/>`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160"><defs>${fills}</defs>${ground}${shapes}</svg>`;
}

/** Returns two closer looks at a picture: its upper part from the left, its lower part from the right. */
export const closeUps = (picture: string): string[] =>
  ['28 16 84 84', '48 64 84 84'].map((box) => picture.replace('0 0 160 160', box));

/** Draws one kind of article, in the tones of a variant. */
export type Drawing = (main: Tone, second?: Tone) => string;
