import { parseMoney } from '../../contract/money.ts';
import { after, second } from '../clock.ts';
import type { Deps } from '../context.ts';
import { newId } from '../ids.ts';
import { goods, goodsTypes } from '../schema/goods.ts';
import { warehouse } from './catalog.ts';
import { keepDrawing } from './pictures.ts';

/** Puts the demo's goods into the warehouse, with their pictures; answers their ids in the order of the catalogue. */
export async function stockWarehouse(deps: Deps): Promise<string[]> {
  const { db, clock, random } = deps;
  const ids: string[] = [];
  for (const [position, { name, goods: articles }] of warehouse.entries()) {
    const typeId = newId(random, 'typ');
    await db.insert(goodsTypes).values({ id: typeId, name, position });
    const rows: (typeof goods.$inferInsert)[] = [];
    for (const { code, picture, cost, shipping, price, ...article } of articles) {
      const id = newId(random, 'gds');
      rows.push({
        ...{
          id,
          typeId,
          code,
          no: `${8_400_000 + ids.length * 37}`,
          name: article.name,
          stock: article.stock,
        },
        ...{ cost: parseMoney(cost), shipping: parseMoney(shipping), suggestedPrice: parseMoney(price) },
        images: [await keepDrawing(deps, code, picture)],
        createdAt: after(clock.now(), ids.length * second),
      });
      ids.push(id);
    }
    await db.insert(goods).values(rows);
  }
  return ids;
}
