import type { Deps } from '../context.ts';
import { decide } from '../ops/decisions.ts';
import { warehouse } from './catalog.ts';
import { keepDrawing } from './pictures.ts';

/** What a merchant can buy, and for how much. */
const offers = [
  {
    title: 'Front page, 1,000 displays',
    target: 'shop',
    price: '18.00',
    unit: 'display',
    quantity: '1000',
    days: '14',
  },
  {
    title: 'One article, 100 clicks',
    target: 'goods',
    price: '12.00',
    unit: 'click',
    quantity: '100',
    days: '30',
  },
];

/** Two of the platform's own, and one that somebody else has paid for and that says so. */
const row = [
  { alt: 'Bath and care, in the warehouse', link: '/goodsList/warehouse' },
  { alt: 'Bags and travel, in the warehouse', link: '/goodsList/warehouse' },
  { alt: 'Overland Audio (demo): headphones', advertiser: 'Overland Audio (demo)' },
];

const drawings = warehouse.map(({ goods }) => goods[0]?.picture ?? '');

/** Puts promotions on offer and pictures into the swipeable row, by the operator's own decisions. */
export async function openPromotions(deps: Deps): Promise<void> {
  for (const [at, offer] of offers.entries()) {
    const image = await keepDrawing(deps, `offer-${at}`, drawings[at] ?? '');
    await decide(deps, 'ad-create', { ...offer, image }, 'demo');
  }
  for (const [at, slide] of row.entries()) {
    const image = await keepDrawing(deps, `slide-${at}`, drawings[at + offers.length] ?? '');
    await decide(deps, 'slide-create', { ...slide, image, rank: `${at}` }, 'demo');
  }
}
