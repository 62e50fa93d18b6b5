import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { anchorText, coveredHashes, newestAnchors, readAnchors } from '../../src/server/ledger/anchors.ts';
import { hour, minute } from '../../src/server/platform/clock.ts';
import { queryRows } from '../../src/server/platform/database/db.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { exportsOf } from '../../src/server/shops/sessions/export-links.ts';
import { kinds } from '../harness/database.ts';
import { addListed, apply, drive, place } from '../harness/market.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

interface Shown {
  anchor: string;
  at: string;
  previous: string;
  leaves: string[];
}

interface Carrier {
  ledger: { seq: string; hash: string };
}

describe.each(kinds)('anchors of the ledger on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  const get = async <T>(path: string) => {
    const response = await server.app.request(path);
    return { status: response.status, headers: response.headers, data: (await response.json()) as T };
  };
  const newest = async () => {
    const [anchor] = await newestAnchors(server.deps.db, 1);
    if (!anchor) throw new Error('there is no anchor');
    return anchor;
  };

  beforeAll(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 5_000_000n);
  });

  it('are made by the due work, one an hour', async () => {
    expect((await runDue(server.deps)).anchor).toBe(1);
    server.clock.advance(59 * minute);
    expect((await runDue(server.deps)).anchor).toBeUndefined();
    server.clock.advance(minute);
    expect((await runDue(server.deps)).anchor).toBe(1);
    expect((await newest()).number).toBe(2n);
  });

  it('are made when an operator asks for one, and follow one another', async () => {
    const before = await newest();
    await server.fund(user.shopId, 1_000_000n);
    const made = await server.decide('anchor', {}, 'nour');
    const after = await newest();
    expect(made).toEqual({ anchor: anchorText(after), at: after.at.toISOString() });
    expect([after.number, after.previousHash]).toEqual([before.number + 1n, before.hash]);
  });

  it('are public, name no shop, and let a shop find its own end', async () => {
    const { data, headers } = await get<{ anchors: Shown[] }>('/anchors');
    const last = await newest();
    expect(data.anchors.map(({ anchor }) => anchor)[0]).toBe(anchorText(last));
    expect(headers.get('cache-control')).toBe('no-store');
    const { data: one } = await get<Shown>(`/anchors/${last.number}`);
    const [head] = await server.deps.db
      .execute(sql`select seq::text, hash from ledger_heads where chain = ${user.shopId}`)
      .then((found) => (found as unknown as { rows: { seq: string; hash: string }[] }).rows);
    const [leaf] = await coveredHashes(
      [{ chain: user.shopId, seq: BigInt(head?.seq ?? 0), hash: head?.hash ?? '' }],
      [],
    );
    expect(one.leaves).toContain(leaf);
    expect(JSON.stringify(one)).not.toContain(user.shopId);
    expect((await get('/anchors/999')).status).toBe(404);
    expect((await get('/anchors/x')).status).toBe(404);
  });

  it('are shown two at a time, each until it was read, asked for its head alone, or left', async () => {
    const { number } = await newest();
    const ask = (method = 'GET') => server.app.request(`/anchors/${number}`, { method });
    const busy = async () => ((await (await ask()).json()) as { code?: number }).code === codes.systemBusy;
    const unread = [await ask(), await ask()];
    expect(await busy()).toBe(true);
    await unread[0]?.body?.cancel();
    expect(await busy()).toBe(false);
    await unread[1]?.text();
    for (const method of ['HEAD', 'HEAD', 'HEAD', 'GET', 'GET', 'GET']) await (await ask(method)).text();
    for (const wrong of ['/anchors/999', '/anchors/999', '/anchors/999']) await server.app.request(wrong);
    expect(await busy()).toBe(false);
  });

  it('cover what was posted and decided, and the audit computes them again', async () => {
    const { db } = server.deps;
    const known = readAnchors(JSON.stringify((await get('/anchors')).data));
    expect(known.map(({ number }) => number)).toEqual([3n, 2n, 1n]);
    expect((await audit(db, { anchors: known })).findings).toEqual([]);
    const [first] = known.slice(-1);
    const forged = { number: first?.number ?? 0n, hash: 'f'.repeat(64) };
    expect((await audit(db, { anchors: [forged, { ...forged, number: 9n }] })).findings).toEqual([
      expect.stringMatching(
        /^anchor 1:f{64} was expected, and this database has 1:[0-9a-f]{64} of .*Z: what was posted before it was replaced$/,
      ),
      expect.stringMatching(
        /^anchor 9:f{64} was expected, and the newest of this database is 3:[0-9a-f]{64} of .*Z: it is an older copy, or its end was cut off$/,
      ),
    ]);
  });

  it('are not all that shows a forgery: the wallet and each row of it carry their place in the chain', async () => {
    const { db } = server.deps;
    const { token, shopId } = user;
    const { data: wallet } = await server.call<Carrier>('POST /v1/user/wallet', {}, { token });
    const { data: flow } = await server.call<{ list: Carrier[] }>('POST /v1/user/wallet_flow', {}, { token });
    const held = flow.list.map(({ ledger }) => ledger);
    expect(held).toHaveLength(2);
    expect(wallet.ledger).toEqual(held[0]);
    const known = held.map(({ seq, hash }) => ({ shopId, seq: BigInt(seq), hash }));
    expect((await audit(db, { transactions: known })).findings).toEqual([]);
    const { data: file } = await server.call<{ fileUrl: string }>(
      'POST /v1/user/wallet_flow',
      { format: 'csv', columns: 'keys' },
      { token },
    );
    const text = await (await server.app.request(file.fileUrl)).text();
    expect(
      text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').slice(-2)),
    ).toEqual(held.map(({ seq, hash }) => [seq, hash]).reverse());
  });

  it('are not all that shows a forgery: each order of a saved file carries its newest movement', async () => {
    const { db } = server.deps;
    const { id: goods } = await addListed(server, user);
    const placed = await place(server, user, goods);
    const inPart = await drive(server, await place(server, user, goods), 'accepted');
    const refund = {
      event: 'partial_refund',
      party: 'platform',
      decision: { partialAmount: UNITS },
    } as const;
    await apply(server, { orderId: inPart.id, ...refund });
    const posted = await queryRows<{ no: string; seq: string; hash: string }>(
      db,
      sql`select o.no, t.seq::text, t.hash from orders o join transactions t on
            t.kind = 'order_placed' and t.ref = o.id and o.no = ${placed.no}
            or t.kind = 'partial_refund' and t.ref like o.id || ':%' and o.no = ${inPart.no} order by t.seq`,
    );
    const { orders } = await exportsOf(server.deps, user.shopId);
    const text = await (await server.app.request(`${orders}&columns=keys`)).text();
    const rows = text.trim().split('\r\n').slice(1);
    const cells = rows.map((row) => row.split(','));
    const written = cells.map(([no, ...others]) => [no, ...others.slice(-2)].join());
    expect(posted).toHaveLength(2);
    // Both were placed at the same moment, so their ids decide which comes first in the file.
    expect(written.sort()).toEqual(posted.map(({ no, seq, hash }) => `${no},${seq},${hash}`).sort());
    const known = posted.map(({ seq, hash }) => ({ shopId: user.shopId, seq: BigInt(seq), hash }));
    expect((await audit(db, { transactions: known })).findings).toEqual([]);
  });

  it('stay in order where the clock is put back', async () => {
    const before = await newest();
    server.clock.advance(-3 * hour);
    await server.decide('anchor', {}, 'nour');
    expect((await newest()).at).toEqual(before.at);
    server.clock.advance(3 * hour);
  });
});
