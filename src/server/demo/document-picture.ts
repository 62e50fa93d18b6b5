import { type Colour, png } from './png.ts';

const paper: Colour = [238, 232, 214];
const ink: Colour = [120, 132, 108];

// A square in place of a face, and lines in place of words: it shows no person and is no document of any country.
const isInk = (x: number, y: number): boolean =>
  (x > 24 && x < 104 && y > 48 && y < 148) || (x > 128 && x < 290 && y > 56 && y < 150 && y % 24 < 6);

/** Draws one side of the demo's document, as a PNG. */
export const documentPicture = (side: 'front' | 'back'): File => {
  const colourAt = (x: number, y: number) => (side === 'front' && isInk(x, y) ? ink : paper);
  return new File([png({ width: 320, height: 200, colourAt })], `${side}.png`, { type: 'image/png' });
};
