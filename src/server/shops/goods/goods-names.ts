import { inArray } from 'drizzle-orm';
import type { Database } from '../../platform/database/db.ts';
import { translated } from '../../platform/texts/translated.ts';
import { goods } from '../../schema/goods.ts';

/** Returns the names of some goods in a language, by their ids. */
export async function namesOfGoods(db: Database, ids: string[], lang: string): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: goods.id, name: goods.name, translations: goods.translations })
    .from(goods)
    .where(inArray(goods.id, ids));
  return new Map(found.map(({ id, name, translations }) => [id, translated(name, translations, lang)]));
}
