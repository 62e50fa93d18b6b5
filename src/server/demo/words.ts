import { unitOf } from './chance.ts';

// What somebody buys and is glad of, or not, fits on every article of the warehouse.
const praise = [
  'Just as in the picture, and well packed.',
  'Came sooner than I thought. Thank you!',
  'Lovely quality, I will order again.',
  'A present for my sister; she is delighted.',
];
const mixed = ['Nice, but a little smaller than I expected.', 'Good, though the box was dented.'];
const complaint = ['The colour is not what the picture shows.', 'It took long, and nobody told me why.'];

const said = (stars: number): string[] => (stars === 5 ? praise : stars === 4 ? mixed : complaint);

/** What a buyer writes beside the stars: half of them write nothing. It belongs to the order, as its stars' words do. */
export function someWords(orderId: string, stars: number): string {
  const list = said(stars);
  return list[Math.floor(unitOf(`words ${orderId}`) * list.length * 2)] ?? '';
}

/** Of those who write, some add a picture of what came. */
export const addsPicture = (orderId: string): boolean => unitOf(`picture ${orderId}`) < 0.3;
