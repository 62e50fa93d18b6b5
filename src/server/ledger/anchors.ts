import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { desc, eq, sql } from 'drizzle-orm';
import { after, hour } from '../platform/clock.ts';
import type { KnownAnchor } from '../platform/config/config.ts';
import type { Deps } from '../platform/context.ts';
import { DatabaseRefused } from '../platform/database/database-refused.ts';
import { type Database, queryRows } from '../platform/database/db.ts';
import type { Precondition } from '../platform/database/migrate.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { DueWork } from '../platform/due-work.ts';
import { anchorHeads, anchorRows, anchors, unanchoredRows } from '../schema/anchors.ts';
import { noHash } from './chain-hash.ts';

type Anchor = typeof anchors.$inferSelect;

type Head = Omit<typeof anchorHeads.$inferSelect, 'anchor'>;
type Row = typeof unanchoredRows.$inferSelect;

// An arbitrary number, the same in every Souk process: of two that make an anchor, one waits for the other.
const lock = sql`736078003`;

const digest = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** How many rows are written by one statement, or hashed before other calls have their turn. */
const batch = 1_000;

/**
 * Returns what an anchor covers, a hash for each end of a chain and for each row, in their order. They give away neither
 * shops nor contents, and a shop finds its own among them: sha256 of `["<shop>","<number>","<hash>"]`.
 */
export async function coveredHashes(heads: Head[], added: Row[]): Promise<string[]> {
  const covered = [
    ...heads.map(({ chain, seq, hash }) => [chain, seq.toString(), hash]),
    ...added.map(({ table, key, hash }) => [table, key, hash]),
  ];
  const leaves: string[] = [];
  for (let at = 0; at < covered.length; at += batch) {
    leaves.push(...covered.slice(at, at + batch).map(digest));
    // Those of a full anchor take a third of a second, in which other calls are answered.
    await setImmediate();
  }
  return leaves.sort();
}

/** Returns the hash of an anchor: over the anchor before it, its number, its time and all that it covers. */
export const anchorHash = ({ previousHash, number, at }: Omit<Anchor, 'hash'>, leaves: string[]): string =>
  digest([previousHash, number.toString(), at.toISOString(), leaves]);

/** Writes an anchor as it is noted, typed and logged. */
export const anchorText = ({ number, hash }: KnownAnchor): string => `${number}:${hash}`;

/** Returns all anchors that a text holds, such as a log or a saved answer of `/anchors`. */
export const readAnchors = (text: string): KnownAnchor[] =>
  [...text.matchAll(/\b(\d{1,18}):([0-9a-f]{64})\b/g)].map(([, number = '', hash = '']) => ({
    number: BigInt(number),
    hash,
  }));

/** Returns the newest anchors, the newest first. */
export const newestAnchors = (db: Database, count: number): Promise<Anchor[]> =>
  db.select().from(anchors).orderBy(desc(anchors.number)).limit(count);

const movedHeads = async (tx: Database): Promise<Head[]> => {
  const moved = await queryRows<{ chain: string; seq: string; hash: string }>(
    tx,
    sql`select h.chain, h.seq::text, h.hash from ledger_heads h
        where h.seq > coalesce((select max(seq) from anchor_heads where chain = h.chain), 0)`,
  );
  return moved.map((head) => ({ ...head, seq: BigInt(head.seq) }));
};

async function insertAll<T>(list: T[], insert: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < list.length; at += batch) await insert(list.slice(at, at + batch));
}

// The rest of a longer list is for the next anchors.
const maxRows = 50_000;

const deleteUnanchoredRows = (tx: Database): Promise<Row[]> => {
  const some = tx
    .select({ table: unanchoredRows.table, key: unanchoredRows.key })
    .from(unanchoredRows)
    .limit(maxRows);
  return tx
    .delete(unanchoredRows)
    .where(sql`(${unanchoredRows.table}, ${unanchoredRows.key}) in ${some}`)
    .returning();
};

/** Inserts an anchor over all that was added since the one before, in the caller's transaction. */
async function insertAnchor({ db: tx, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Anchor> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
  const [last] = await newestAnchors(tx, 1);
  const heads = await movedHeads(tx);
  const added = await deleteUnanchoredRows(tx);
  const now = clock.now();
  const number = (last?.number ?? 0n) + 1n;
  const covered = {
    number,
    previousHash: last?.hash ?? noHash,
    // A clock that was put back does not make an anchor older than the one before.
    at: last && last.at > now ? last.at : now,
  };
  const anchor = { ...covered, hash: anchorHash(covered, await coveredHashes(heads, added)) };
  await tx.insert(anchors).values(anchor);
  await insertAll(heads, (part) =>
    tx.insert(anchorHeads).values(part.map((head) => ({ ...head, anchor: number }))),
  );
  await insertAll(added, (part) =>
    tx.insert(anchorRows).values(part.map((row) => ({ ...row, anchor: number }))),
  );
  return anchor;
}

/** Makes an anchor in a separate transaction, and writes it to the log, which is kept outside the database. */
export async function createAnchor(deps: Deps): Promise<Anchor> {
  const anchor = await inTransaction(deps.db, (db) => insertAnchor({ ...deps, db }));
  deps.log.info('anchor', { anchor: anchorText(anchor), time: anchor.at.toISOString() });
  return anchor;
}

/** Makes an anchor every hour. */
export const anchorsDue: DueWork = {
  name: 'anchor',
  isDue({ clock }) {
    const newest = sql`(select ${anchors.at} from ${anchors} order by ${anchors.number} desc limit 1)`;
    return sql`coalesce(${newest} <= ${after(clock.now(), -hour).toISOString()}::timestamptz, true)`;
  },
  async run(deps) {
    const [last] = await newestAnchors(deps.db, 1);
    if (last && after(last.at, hour) > deps.clock.now()) return 0;
    await createAnchor(deps);
    return 1;
  },
};

/** Returns all that one anchor covers, from which its hash can be computed again; null where there is none. */
export async function coveredBy(
  db: Database,
  number: bigint,
): Promise<{ anchor: Anchor; leaves: string[] } | null> {
  const [anchor] = await db.select().from(anchors).where(eq(anchors.number, number));
  if (!anchor) return null;
  const heads = await db.select().from(anchorHeads).where(eq(anchorHeads.anchor, number));
  const added = await db.select().from(anchorRows).where(eq(anchorRows.anchor, number));
  return { anchor, leaves: await coveredHashes(heads, added) };
}

type Noted = Pick<Anchor, 'number' | 'hash' | 'at'>;

const describe = ({ number, hash, at }: Noted): string =>
  `${anchorText({ number, hash })} of ${at.toISOString()}`;

const noted = { number: anchors.number, hash: anchors.hash, at: anchors.at };

/** Returns the newest anchor; undefined also in an empty database, as a start compares before it migrates. */
async function newestNoted(db: Database): Promise<Noted | undefined> {
  const [table] = await queryRows<{ found: boolean }>(
    db,
    sql`select to_regclass('public.anchors') is not null as found`,
  );
  if (!table?.found) return undefined;
  const [newest] = await db.select(noted).from(anchors).orderBy(desc(anchors.number)).limit(1);
  return newest;
}

/**
 * Reports the known anchors that this database does not have, with what it has in their place.
 */
export async function missingAnchors(db: Database, known: KnownAnchor[]): Promise<string[]> {
  const faults: string[] = [];
  const newest = await newestNoted(db);
  for (const one of known) {
    const [actual] = newest ? await db.select(noted).from(anchors).where(eq(anchors.number, one.number)) : [];
    if (actual?.hash === one.hash) continue;
    const expected = `anchor ${anchorText(one)} was expected`;
    if (actual)
      faults.push(
        `${expected}, and this database has ${describe(actual)}: what was posted before it was replaced`,
      );
    else
      faults.push(
        `${expected}, and the newest of this database is ${newest ? describe(newest) : 'none'}: it is an older copy, or its end was cut off`,
      );
  }
  return faults;
}

/**
 * Returns the check that a database has a known anchor, to be made before it is migrated.
 * @throws DatabaseRefused where it has another in its place, or none
 */
export const requireAnchor =
  (known: KnownAnchor | null): Precondition =>
  async (db) => {
    const [missing] = known ? await missingAnchors(db, [known]) : [];
    if (!missing) return;
    throw new DatabaseRefused(
      `the database is behind SOUK_ANCHOR: ${missing}. Restore a newer copy, or set SOUK_ANCHOR to an anchor that you trust.`,
      'unsafe',
    );
  };
