import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditAnchors } from '../../src/server/audit/audit-anchors.ts';
import {
  anchorsDue,
  coveredBy,
  createAnchor,
  missingAnchors,
  newestAnchors,
  readAnchors,
} from '../../src/server/ledger/anchors.ts';
import { chainHead, move, post } from '../../src/server/ledger/ledger.ts';
import { hour, minute } from '../../src/server/platform/clock.ts';
import type { Deps } from '../../src/server/platform/context.ts';
import { type FakeClock, fakeClock } from '../harness/clock.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';

const digest = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('hex');
const zeros = '0'.repeat(64);
const ones = '1'.repeat(64);

describe('what an anchor covers', () => {
  let database: TestDatabase;
  let clock: FakeClock;
  let deps: Deps;
  let logged: unknown[];
  let refs = 0;

  beforeEach(async () => {
    database = await openTestDatabase('postgres');
    clock = fakeClock();
    logged = [];
    const log = { info: (...line: unknown[]) => void logged.push(line), error() {} };
    deps = { db: database.db, clock, log } as unknown as Deps;
  });
  afterEach(() => database.close());

  const pay = (shopId: string) =>
    database.db.transaction((tx) =>
      post(tx, {
        kind: 'upgrade_fee',
        ref: `ref ${refs++}`,
        shopId,
        actor: 'test',
        at: clock.now(),
        entries: move('world:rail', 'P.fees', 1n),
      }),
    );
  const endOf = async (shopId: string) => {
    const head = await chainHead(database.db, shopId);
    return digest([shopId, head?.seq, head?.hash]);
  };
  const leavesOf = async (number: bigint) => (await coveredBy(database.db, number))?.leaves;

  it('is the end of every chain, and its hash is over the anchor before, its number and its time', async () => {
    for (const shopId of ['s1', 's2', 's3']) await pay(shopId);
    const leaves = [await endOf('s1'), await endOf('s2'), await endOf('s3')].sort();
    const at = clock.now();
    const hash = digest([zeros, '1', at.toISOString(), leaves]);
    const first = { number: 1n, previousHash: zeros, at, hash };
    expect(await createAnchor(deps)).toEqual(first);
    expect(await coveredBy(database.db, 1n)).toEqual({ anchor: first, leaves });
    expect(logged).toEqual([['anchor', { anchor: `1:${hash}`, time: at.toISOString() }]]);
    expect(await coveredBy(database.db, 2n)).toBeNull();
  });

  it('is what moved since the anchor before', async () => {
    await pay('s1');
    const { hash } = await createAnchor(deps);
    await pay('s2');
    expect(await createAnchor(deps)).toMatchObject({ number: 2n, previousHash: hash });
    expect(await leavesOf(2n)).toEqual([await endOf('s2')]);
    await pay('s1');
    await createAnchor(deps);
    expect(await leavesOf(3n)).toEqual([await endOf('s1')]);
    await createAnchor(deps);
    expect(await leavesOf(4n)).toEqual([]);
    expect((await newestAnchors(database.db, 3)).map(({ number }) => number)).toEqual([4n, 3n, 2n]);
  });

  it('is every row that was added, however many there are, and each once', async () => {
    await database.db.execute(
      sql`insert into unanchored_rows select 'statements', 'sta_' || n, ${ones} from generate_series(1, 2001) n`,
    );
    await createAnchor(deps);
    const rows = Array.from({ length: 2001 }, (_, n) => digest(['statements', `sta_${n + 1}`, ones]));
    expect(await leavesOf(1n)).toEqual(rows.sort());
    await createAnchor(deps);
    expect(await leavesOf(2n)).toEqual([]);
  });

  it('is every chain, however many there are', async () => {
    await database.db.execute(
      sql`insert into ledger_heads (chain, seq, hash, at) select 's' || n, 1, ${ones}, ${clock.now().toISOString()} from generate_series(1, 1001) n`,
    );
    await createAnchor(deps);
    expect(await leavesOf(1n)).toHaveLength(1001);
  });

  it('is noted once by anchors that are made at the same time', async () => {
    await pay('s1');
    const made = await Promise.all([1, 2, 3, 4].map(() => createAnchor(deps)));
    expect(made.map(({ number }) => number).sort()).toEqual([1n, 2n, 3n, 4n]);
    expect(await auditAnchors(database.db)).toEqual([]);
  });

  it('is noted every hour, and never as older than the anchor before', async () => {
    expect(await anchorsDue.run(deps)).toBe(1);
    const began = clock.now();
    clock.advance(hour - 1);
    expect(await anchorsDue.run(deps)).toBe(0);
    clock.advance(1);
    expect(await anchorsDue.run(deps)).toBe(1);
    clock.advance(-minute);
    expect((await createAnchor(deps)).at.getTime() - began.getTime()).toBe(hour);
  });

  it('is read out of a log, and missed where another or none is there', async () => {
    const known = readAnchors(`a 1:${ones} b\n22:${zeros}, x:${ones}`);
    expect(known).toEqual([
      { number: 1n, hash: ones },
      { number: 22n, hash: zeros },
    ]);
    expect(await missingAnchors(database.db, known.slice(0, 1))).toEqual([
      `anchor 1:${ones} was expected, and the newest of this database is none: it is an older copy, or its end was cut off`,
    ]);
    const { hash, at } = await createAnchor(deps);
    const time = at.toISOString();
    expect(await missingAnchors(database.db, [{ number: 1n, hash }, ...known])).toEqual([
      `anchor 1:${ones} was expected, and this database has 1:${hash} of ${time}: what was posted before it was replaced`,
      `anchor 22:${zeros} was expected, and the newest of this database is 1:${hash} of ${time}: it is an older copy, or its end was cut off`,
    ]);
  });

  it('is missed in a database that has no tables yet, as a start compares before it makes them', async () => {
    await database.db.execute(sql`alter table anchors rename to made_later`);
    expect(await missingAnchors(database.db, [{ number: 1n, hash: ones }])).toEqual([
      `anchor 1:${ones} was expected, and the newest of this database is none: it is an older copy, or its end was cut off`,
    ]);
  });

  it('is computed again by the audit over a dozen anchors', async () => {
    for (let number = 1; number <= 12; number++) {
      await pay(`s${number % 3}`);
      await createAnchor(deps);
    }
    const { db } = database;
    const audited = () => db.transaction((tx) => auditAnchors(tx));
    expect(await audited()).toEqual([]);
    for (const table of ['anchor_heads', 'anchors'])
      await db.execute(sql`alter table ${sql.identifier(table)} disable trigger all`);
    await db.execute(sql`update anchors set hash = ${ones} where number = 12`);
    expect(await audited()).toEqual(['anchor 12 was changed after it was made']);
    await db.execute(sql`update anchors set previous_hash = ${ones} where number = 11`);
    expect(await audited()).toEqual(['anchor 11 does not follow anchor 10']);
    await db.execute(sql`delete from anchor_heads where anchor = 11`);
    await db.execute(sql`delete from anchors where number = 11`);
    expect(await audited()).toEqual(['the anchors jump from 10 to 12']);
  });
});
