import { and, eq, inArray, isNull, max } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { line } from '../../../contract/fields.ts';
import { delivery } from '../../../contract/goods.ts';
import { formatMoney } from '../../../contract/money.ts';
import { worldParts } from '../../../contract/status.ts';
import type { Deps } from '../../platform/context.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import {
  amount,
  amountOrZero,
  integer,
  names,
  picture,
  text,
  textUpTo,
  translationsOf,
} from '../../platform/decisions/flag-types.ts';
import { count, maybeText, money } from '../../platform/decisions/output-types.ts';
import { uploadPicture } from '../../platform/files/pictures.ts';
import { useShownImages } from '../../platform/files/shown-image.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { goods, goodsTypes } from '../../schema/goods.ts';
import { requireType } from './goods.ts';

const identifier = v.pipe(
  text,
  v.regex(/^[\w.-]{1,64}$/, 'write at most 64 letters, digits, dots, dashes and underscores'),
);
const twoLetters = /^[A-Z]{2}$/;
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const isCountry = (code: string): boolean => twoLetters.test(code) && countries.of(code) !== undefined;
const countryCode = (remedy: string) => v.pipe(text, v.regex(twoLetters, remedy), v.check(isCountry, remedy));
/** The country that goods ship from. */
export const origin = countryCode('write a country by its two letters, like "TR"');
const region = v.union([
  v.picklist(worldParts),
  countryCode(`write a country by its two letters, or one of ${worldParts.join(', ')}`),
]);
const maxPictures = 9;
const isDistinct = (list: string[]): boolean => new Set(list).size === list.length;

const images = v.pipe(
  v.array(text),
  v.minLength(1, 'name a picture'),
  v.maxLength(maxPictures, `name at most ${maxPictures} pictures`),
  v.check(isDistinct, 'name each picture once'),
);
const maxDays = 365;
const deliveries = v.pipe(
  v.array(v.object({ ...delivery.entries, region })),
  v.maxLength(20, 'name at most 20 regions'),
  v.check((list) => isDistinct(list.map(({ region }) => region)), 'name each region once'),
  v.check(
    (list) => list.every(({ days }) => days.min <= days.max),
    'min is the fewest days, and max the most',
  ),
  v.check((list) => list.every(({ days }) => days.max <= maxDays), `write at most ${maxDays} days`),
);

export const goodsName = line(1, 120);
const maxText = 2_000;
export const goodsText = textUpTo(maxText);
/** What goods are described by, and what they cost. */
export const goodsFields = {
  type: identifier,
  name: goodsName,
  // An empty one takes the description away.
  text: v.pipe(v.string(), v.trim(), v.maxLength(maxText), v.excludes('\0')),
  images,
  shipsFrom: origin,
  delivery: deliveries,
  cost: amount,
  shipping: amountOrZero,
  price: amount,
  stock: integer(0, 1_000_000),
};

const translations = v.optional(translationsOf(goodsName));
const typeFlags = { id: identifier, name: goodsName, translations, parent: v.optional(identifier) };
const goodsFlags = {
  code: identifier,
  no: identifier,
  ...goodsFields,
  text: v.optional(goodsFields.text),
  shipsFrom: v.optional(origin),
  delivery: v.optional(deliveries),
  shipping: v.optional(amountOrZero),
  translations,
  textTranslations: v.optional(translationsOf(goodsText)),
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
  const { db, clock, random } = deps;
  const { type: typeId, shipping = 0n, price, textTranslations, ...described } = input;
  const { shipsFrom, ...columns } = described;
  const { code, cost, images, stock } = columns;
  await requireType(db, typeId, 'type');
  await useShownImages(deps, 'images', images);
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

/** Stores pictures, all or none. */
async function addPictures(deps: Deps, { pictures }: { pictures: Blob[] }) {
  const added: string[] = [];
  for (const [position, file] of pictures.entries()) {
    const address = await uploadPicture(deps, file);
    if (address) added.push(address);
    else
      throw refuse(codes.invalidParameter, {
        field: `pictures.${position}`,
        reason: 'file_kind',
        message: `Number ${position + 1} of "pictures" is no whole JPEG, PNG or WebP of at most 100 million pixels. None was stored; send it as one, with the others.`,
      });
  }
  return { images: added };
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

  'picture-add': defineDecision({
    about:
      'Uploads up to nine pictures, each a JPEG, PNG or WebP of at most a megabyte, and answers their addresses; those that nothing shows within two days are removed.',
    on: 'goods',
    roles: ['supplier', 'support'],
    weight: 'plain',
    input: {
      pictures: v.pipe(
        v.array(picture),
        v.minLength(1, 'send a picture'),
        v.maxLength(maxPictures, `send at most ${maxPictures} pictures at once`),
      ),
    },
    output: v.object({ images: v.array(v.string()) }),
    run: addPictures,
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
