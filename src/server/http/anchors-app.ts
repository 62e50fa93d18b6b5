import { Hono } from 'hono';
import { anchorText, coveredBy, newestAnchors } from '../ledger/anchors.ts';
import type { Deps } from '../platform/context.ts';

/** The number of the newest anchors in one answer: those of a day. */
const newest = 24;

/**
 * Creates the public route of the ledger's anchors: `/anchors` gives the newest, `/anchors/<number>` one of them with
 * the hashes that it covers. They name no shop; an anchor that is kept elsewhere shows later whether anything before it was replaced.
 */
export function createAnchorsApp({ db }: Pick<Deps, 'db'>): Hono {
  const app = new Hono();
  app.get('/', async (c) => {
    const list = await newestAnchors(db, newest);
    return c.json(
      { anchors: list.map((one) => ({ anchor: anchorText(one), at: one.at.toISOString() })) },
      200,
      { 'cache-control': 'no-store' },
    );
  });
  app.get('/:number', async (c) => {
    const number = c.req.param('number');
    const covered = /^\d{1,18}$/.test(number) ? await coveredBy(db, BigInt(number)) : null;
    if (!covered) return c.notFound();
    const { anchor, leaves } = covered;
    const { previousHash: previous, at } = anchor;
    return c.json({ anchor: anchorText(anchor), at: at.toISOString(), previous, leaves }, 200, {
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });
  return app;
}
