import { Hono } from 'hono';
import { codes } from '../../contract/errors.ts';
import { anchorText, coveredBy, newestAnchors } from '../ledger/anchors.ts';
import type { Deps } from '../platform/context.ts';
import { refuse } from '../platform/refuse.ts';
import { streamBytes } from '../platform/stream-chunks.ts';

/** The number of the newest anchors in one answer: those of a day. */
const newest = 24;
/**
 * The number of anchors that are shown at a time, each until its last byte was read: one may cover 50,000 rows, which
 * are megabytes of hashes, and asking for it needs no sign-in.
 */
const atOnce = 2;

/** Returns an anchor with all that it covers as JSON; null where there is none. */
async function textOf(db: Deps['db'], number: bigint): Promise<string | null> {
  const covered = await coveredBy(db, number);
  if (!covered) return null;
  const { anchor, leaves } = covered;
  const { previousHash: previous, at } = anchor;
  return JSON.stringify({ anchor: anchorText(anchor), at: at.toISOString(), previous, leaves });
}

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
  let shown = 0;
  const release = async () => {
    shown -= 1;
  };
  app.get('/:number', async (c) => {
    const number = c.req.param('number');
    if (!/^\d{1,18}$/.test(number)) return c.notFound();
    if (shown >= atOnce) throw refuse(codes.systemBusy, { reason: 'too_many_at_once', retryAfter: 1 });
    shown += 1;
    const text = await textOf(db, BigInt(number)).catch(async (error) => {
      await release();
      throw error;
    });
    // Hono asks for the whole answer to HEAD too, and reads nothing of it.
    const isRead = text !== null && c.req.method === 'GET';
    if (!isRead) await release();
    if (text === null) return c.notFound();
    c.header('content-type', 'application/json');
    c.header('cache-control', 'public, max-age=31536000, immutable');
    return isRead ? c.body(streamBytes(new TextEncoder().encode(text), release)) : c.body(null);
  });
  return app;
}
