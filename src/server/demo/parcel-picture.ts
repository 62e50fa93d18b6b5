import { type Colour, png } from './png.ts';

const table: Colour = [214, 205, 190];
const card: Colour = [184, 144, 98];
const tape: Colour = [232, 216, 176];
const label: Colour = [246, 244, 238];

const within = (at: number, from: number, to: number): boolean => at >= from && at < to;

function colourAt(x: number, y: number): Colour {
  if (!within(x, 24, 136) || !within(y, 30, 100)) return table;
  if (within(x, 92, 126) && within(y, 66, 90)) return label;
  return within(x, 74, 86) ? tape : card;
}

/** What came, on the buyer's table: a parcel, and drawn as plainly as that. */
export const parcelPicture = (): Blob =>
  new Blob([png({ width: 160, height: 120, colourAt })], { type: 'image/png' });
