import { and, eq, inArray, isNull, max } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { country, delivery } from '../../../contract/goods.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { Deps } from '../../platform/context.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import {
  amount,
  integer,
  names,
  text,
  textUpTo,
  translationsOf,
} from '../../platform/decisions/flag-types.ts';
import { count, maybeText, money } from '../../platform/decisions/output-types.ts';
import { requireShownImages } from '../../platform/files/shown-image.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { goods, goodsTypes } from '../../schema/goods.ts';
import { requireType } from './goods.ts';

const name = textUpTo(120);
const translations = v.optional(translationsOf(name));
const identifier = v.pipe(text, v.regex(/^[\w.-]{1,64}$/));
const pictures = v.pipe(names, v.maxLength(9));

const description = textUpTo(2_000);
const deliveries = v.pipe(
  v.array(delivery),
  v.maxLength(20),
  v.check((list) => list.every(({ days }) => days.min <= days.max)),
);

const typeFlags = { id: identifier, name, translations, parent: v.optional(identifier) };
const goodsFlags = {
  code: identifier,
  no: identifier,
  type: identifier,
  name,
  translations,
  text: v.optional(description),
  'text-translations': v.optional(translationsOf(description)),
  images: pictures,
  'ships-from': v.optional(country),
  delivery: v.optional(deliveries),
  cost: amount,
  price: amount,
  shipping: v.optional(amount),
  stock: integer(0, 1_000_000),
};
type FlagValues<Entries extends v.ObjectEntries> = v.InferOutput<v.StrictObjectSchema<Entries, undefined>>;

async function addType(deps: Deps, { id, name, translations, parent }: FlagValues<typeof typeFlags>) {
  const { db } = deps;
  if (parent !== undefined) await requireType(db, parent, 'parent');
  const within = parent === undefined ? isNull(goodsTypes.parentId) : eq(goodsTypes.parentId, parent);
  const [namesake] = await db
    .select({ id: goodsTypes.id })
    .from(goodsTypes)
    .where(and(within, eq(goodsTypes.name, name)));
  if (namesake && namesake.id !== id)
    throw refuse(codes.goodsTypeDuplicated, { field: 'name', params: { type: namesake.id } });
  const [last] = await db.select({ position: max(goodsTypes.position) }).from(goodsTypes);
  const position = (last?.position ?? 0) + 1;
  const [row] = await db
    .insert(goodsTypes)
    .values({ id, name, translations, parentId: parent ?? null, position })
    .onConflictDoNothing()
    .returning();
  if (!row) throw refuse(codes.goodsTypeExists, { field: 'id' });
  return row;
}

async function addGoods(deps: Deps, input: FlagValues<typeof goodsFlags>) {
  const { db, clock, config, random } = deps;
  const { type: typeId, shipping = 0n, price, 'text-translations': textTranslations, ...described } = input;
  const { 'ships-from': shipsFrom, ...columns } = described;
  const { code, cost, images, stock } = columns;
  requireShownImages(config, 'images', images);
  await requireType(db, typeId, 'type');
  const [row] = await db
    .insert(goods)
    .values({
      id: newId(random, 'gds'),
      ...columns,
      textTranslations,
      shipsFrom,
      typeId,
      shipping,
      suggestedPrice: price,
      createdAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning();
  if (row) return { id: row.id, code, cost: formatMoney(cost), price: formatMoney(price), stock };
  const [existing] = await db.select({ id: goods.id }).from(goods).where(eq(goods.code, code));
  throw refuse(codes.goodsCodeExists, { field: existing ? 'code' : 'no' });
}

/** Offers withdrawn goods again; shops that had listed them have to list them again, at a new price. */
async function restore({ db }: Deps, { goods: named }: { goods: string[] }) {
  if (new Set(named).size < named.length) throw refuse(codes.goodsCodeDuplicated, { field: 'goods' });
  const restored = await db
    .update(goods)
    .set({ withdrawnAt: null })
    .where(inArray(goods.code, named))
    .returning({ code: goods.code });
  if (restored.length < named.length) throw refuse(codes.recordNotFound, { field: 'goods' });
  return { goods: named };
}

const goodsType = v.object({
  id: v.string(),
  parentId: maybeText,
  name: v.string(),
  translations: v.nullable(v.record(v.string(), v.string())),
  position: count,
});

export const goodsDecisions = {
  'goods-type-add': defineDecision({
    about: 'Adds a type of goods to the warehouse, or one within another.',
    on: 'goods',
    roles: ['supplier'],
    weight: 'plain',
    codes: [428, 429, 430],
    input: typeFlags,
    output: goodsType,
    run: addType,
  }),

  'goods-add': defineDecision({
    about: 'Offers goods in the warehouse: their cost to a merchant, and the price that is suggested.',
    on: 'goods',
    roles: ['supplier'],
    weight: 'plain',
    codes: [430, 431],
    input: goodsFlags,
    output: v.object({ id: v.string(), code: v.string(), cost: money, price: money, stock: count }),
    run: addGoods,
  }),

  'goods-restore': defineDecision({
    about: 'Offers goods again that were withdrawn, by their codes.',
    on: 'goods',
    roles: ['supplier'],
    weight: 'plain',
    codes: [432],
    input: { goods: names },
    output: v.object({ goods: v.array(v.string()) }),
    run: restore,
  }),
};
