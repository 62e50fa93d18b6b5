import type { DemoTexts } from '../platform/texts/demo-texts.ts';
import * as bags from './drawings/bags.ts';
import * as bath from './drawings/bath.ts';
import * as decor from './drawings/decor.ts';
import * as desk from './drawings/desk.ts';
import * as kitchen from './drawings/kitchen.ts';
import * as living from './drawings/living.ts';
import { tones } from './drawings/scene.ts';

/** An article of the demo's warehouse, named by its code; amounts for one piece, rounded up where the currency has no cents. */
export interface Article {
  code: keyof DemoTexts['goods'];
  cost: string;
  shipping: string;
  price: string;
  stock: number;
  picture: string;
}

type Row = [
  code: Article['code'],
  cost: string,
  shipping: string,
  price: string,
  stock: number,
  picture: string,
];

const articles = (...rows: Row[]): Article[] =>
  rows.map(([code, cost, shipping, price, stock, picture]) => ({
    code,
    cost,
    shipping,
    price,
    stock,
    picture,
  }));

const { clay, sage, navy, sand, cream, coal, plum, sky, mustard, steel, oak, olive, rose } = tones;

type Days = [min: number, max: number];

const travels = (...byRegion: [europe: Days, africa: Days, americas: Days]) =>
  (['europe', 'africa', 'americas'] as const).map((region, at) => {
    const [min, max] = byRegion[at] ?? [0, 0];
    return { region, days: { min, max } };
  });

/** Where goods are sent from, and how many days their supplier says that they travel. */
export const origins = [
  { shipsFrom: 'TR', delivery: travels([3, 5], [4, 7], [5, 9]) },
  { shipsFrom: 'CN', delivery: travels([6, 10], [7, 12], [6, 11]) },
  { shipsFrom: 'PT', delivery: travels([2, 4], [4, 8], [5, 9]) },
];

/** The six types of the warehouse, each with its goods; what they are called lies in locales/demo. */
export const warehouse: { type: keyof DemoTexts['types']; goods: Article[] }[] = [
  {
    type: 'kitchen',
    goods: articles(
      ['KD-101', '4.90', '2.20', '12.90', 140, kitchen.mug(clay)],
      ['KD-102', '4.90', '2.20', '12.90', 95, kitchen.mug(sage)],
      ['KD-110', '11.40', '4.10', '28.50', 60, kitchen.bowls(sky)],
      ['KD-121', '18.60', '5.20', '42.00', 38, kitchen.kettle(steel)],
      ['KD-130', '9.80', '3.90', '24.90', 74, kitchen.board(oak)],
      ['KD-144', '24.30', '7.40', '58.00', 26, kitchen.casserole(navy)],
      ['KD-152', '8.70', '3.60', '21.50', 82, kitchen.jars(sand)],
    ),
  },
  {
    type: 'living',
    goods: articles(
      ['LT-201', '6.30', '1.80', '16.90', 120, living.cushion(sky)],
      ['LT-202', '6.30', '1.80', '16.90', 88, living.cushion(rose)],
      ['LT-210', '14.20', '4.40', '36.00', 52, living.blanket(mustard)],
      ['LT-221', '10.90', '4.80', '27.90', 64, living.basket(sand)],
      ['LT-230', '26.80', '8.90', '64.00', 18, living.pouf(plum)],
      ['LT-241', '17.50', '6.30', '44.00', 30, living.rug(clay)],
      ['LT-252', '21.40', '7.70', '52.00', 22, living.stool(sage)],
    ),
  },
  {
    type: 'decor',
    goods: articles(
      ['LD-301', '15.60', '5.10', '38.00', 45, decor.tableLamp(sand, sage)],
      ['LD-310', '19.20', '6.40', '46.50', 28, decor.pendant(olive)],
      ['LD-320', '8.10', '3.70', '20.90', 76, decor.vase(clay)],
      ['LD-331', '5.20', '2.40', '14.50', 160, decor.candle(plum)],
      ['LD-340', '11.80', '4.20', '29.90', 58, decor.wallClock(oak)],
      ['LD-352', '6.90', '3.90', '18.50', 90, decor.plant(cream)],
    ),
  },
  {
    type: 'bath',
    goods: articles(
      ['BC-401', '12.60', '4.00', '31.50', 70, bath.towels(sky)],
      ['BC-410', '5.70', '2.30', '14.90', 105, bath.dispenser(sage)],
      ['BC-420', '9.40', '3.80', '24.00', 48, bath.mirror(mustard)],
      ['BC-431', '4.40', '1.90', '11.90', 130, bath.soap(olive)],
      ['BC-440', '5.10', '1.70', '13.50', 115, bath.brush(oak)],
      ['BC-452', '16.90', '7.20', '43.00', 24, bath.hamper(cream)],
    ),
  },
  {
    type: 'bags',
    goods: articles(
      ['BT-501', '19.90', '5.60', '48.00', 42, bags.backpack(navy)],
      ['BT-510', '6.80', '2.10', '17.90', 125, bags.tote(cream)],
      ['BT-521', '34.50', '11.20', '84.00', 16, bags.suitcase(sky)],
      ['BT-530', '8.60', '2.80', '22.00', 84, bags.umbrella(rose)],
      ['BT-541', '9.30', '3.10', '23.90', 98, bags.bottle(sage)],
      ['BT-552', '7.20', '2.20', '18.90', 77, bags.washBag(olive)],
    ),
  },
  {
    type: 'desk',
    goods: articles(
      ['DT-601', '28.40', '4.30', '62.00', 33, desk.headphones(coal)],
      ['DT-610', '31.70', '6.80', '72.00', 20, desk.speaker(navy)],
      ['DT-621', '10.20', '3.40', '25.90', 66, desk.organiser(steel)],
      ['DT-630', '5.60', '2.00', '14.90', 145, desk.notebooks(clay)],
      ['DT-641', '11.10', '2.60', '26.50', 72, desk.charger(coal)],
      ['DT-652', '16.30', '5.40', '39.90', 36, desk.deskLamp(mustard)],
    ),
  },
];
