import type { Random } from '../platform/ids.ts';
import { demoSentences } from '../platform/texts/demo-texts.ts';
import { pick, unit, whole } from './seeded-random.ts';

const names = [
  'Layla',
  'Tomás',
  'Ingrid',
  'Kenji',
  'Amara',
  'Marco',
  'Sofia',
  'Noah',
  'Mei',
  'Yusuf',
  'Elena',
  'Priya',
];
const surnames = [
  'Haddad',
  'Prado',
  'Lindqvist',
  'Mori',
  'Okafor',
  'Ricci',
  'Almeida',
  'Weber',
  'Zhang',
  'Demir',
  'Kovacs',
  'Nair',
  'Berg',
  'Santos',
  'Laurent',
  'Torres',
];
const homes = ['FRLIO', 'ESVLC', 'EGCAI', 'USCHI'];
const remarks = [demoSentences.concierge, demoSentences.no_invoice, demoSentences.ring_twice];

export interface Buyer {
  buyer: string;
  destination: string;
  paymentRef: string;
  remark: string;
}

/** Returns a buyer with a city, and the masked origin of the payment. */
const named = (random: Random) => {
  const [first, at] = [pick(random, names), whole(random, 0, surnames.length - 1)];
  return { buyer: `${first} ${surnames[at]}`, destination: homes[at % homes.length] ?? '' };
};

export const randomBuyer = (random: Random): Buyer => ({
  ...named(random),
  paymentRef: `•••• ${whole(random, 1000, 9999)}`,
  remark: unit(random) < 0.15 ? pick(random, remarks) : '',
});

/**
 * Returns why the merchant's balance pays the supplier, for some orders: some payment providers pay out only after
 * delivery.
 */
export const walletReason = (random: Random): { wallet?: string } =>
  unit(random) < 0.3 ? { wallet: 'held_until_delivery' } : {};

/** Returns a rating: most buyers are content, a few are not, and a third give none. */
export function randomStars(random: Random): number | null {
  const luck = unit(random);
  if (luck < 0.33) return null;
  if (luck < 0.8) return 5;
  return luck < 0.95 ? 4 : 3;
}
