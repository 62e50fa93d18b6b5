import { decide } from '../operators/decisions.ts';
import type { Deps } from '../platform/context.ts';
import { warehouse } from './catalog.ts';
import { storeDrawing } from './pictures.ts';

/** The promotions that merchants can buy. */
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

/** Two slides of the platform, and one that is paid for and marked as such. */
const slides = [
  { alt: 'Bath and care, in the warehouse', link: '/goodsList/warehouse' },
  { alt: 'Bags and travel, in the warehouse', link: '/goodsList/warehouse' },
  { alt: 'Overland Audio (demo): headphones', advertiser: 'Overland Audio (demo)' },
];

const drawings = warehouse.map(({ goods }) => goods[0]?.picture ?? '');

/** Offers promotions and adds slides, by the operator's own decisions. */
export async function openPromotions(deps: Deps): Promise<void> {
  for (const [at, offer] of offers.entries()) {
    const image = await storeDrawing(deps, `offer-${at}`, drawings[at] ?? '');
    await decide(deps, 'ad-create', { ...offer, image }, 'demo');
  }
  for (const [at, slide] of slides.entries()) {
    const image = await storeDrawing(deps, `slide-${at}`, drawings[at + offers.length] ?? '');
    await decide(deps, 'slide-create', { ...slide, image, rank: `${at}` }, 'demo');
  }
}
