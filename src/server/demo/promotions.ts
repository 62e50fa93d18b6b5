import { decide } from '../operators/decisions.ts';
import type { Deps } from '../platform/context.ts';
import { demoText } from '../platform/texts/demo-texts.ts';
import { warehouse } from './catalog.ts';
import { homePlace, resultPlace } from './drawings/placements.ts';
import { storeDrawing } from './pictures.ts';

/** The promotions that merchants can buy, each with a sketch of its place. */
const offers = [
  {
    sketch: homePlace,
    target: 'shop',
    price: '18.00',
    unit: 'display',
    quantity: '1000',
    days: '14',
  },
  {
    sketch: resultPlace,
    target: 'goods',
    price: '12.00',
    unit: 'click',
    quantity: '100',
    days: '30',
  },
] as const;

/** Two slides of the platform, and one that is paid for and marked as such. */
const slides = [
  { type: 'bath', link: '/goodsList/warehouse' },
  { type: 'bags', link: '/goodsList/warehouse' },
  { type: 'desk', advertiser: 'Overland Audio (DEMO)' },
] as const;

const pictures = new Map(warehouse.map(({ type, goods }) => [type, goods[0]?.picture ?? '']));

/** Offers promotions and adds slides, by the operator's own decisions. */
export async function openPromotions(deps: Deps): Promise<void> {
  for (const [at, { sketch, ...offer }] of offers.entries()) {
    const image = await storeDrawing(deps, `offer-${at}`, sketch);
    const { text: title, translations } = demoText('offers', offer.target);
    const words = { title, translations: JSON.stringify(translations) };
    await decide(deps, 'ad-create', { ...offer, ...words, image }, 'demo');
  }
  for (const [at, { type, ...slide }] of slides.entries()) {
    const image = await storeDrawing(deps, `slide-${at}`, pictures.get(type) ?? '');
    const { text: alt, translations } = demoText('slides', type);
    const words = { alt, translations: JSON.stringify(translations) };
    await decide(deps, 'slide-create', { ...slide, ...words, image, rank: `${at}` }, 'demo');
  }
}
