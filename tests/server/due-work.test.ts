import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import { reportTraffic } from '../../src/server/demo/traffic.ts';
import { anchorsDue } from '../../src/server/ledger/anchors.ts';
import { move, post } from '../../src/server/ledger/ledger.ts';
import { day, hour, second } from '../../src/server/platform/clock.ts';
import type { Deps } from '../../src/server/platform/context.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { retryDelay } from '../../src/server/platform/due-work.ts';
import type { Log, LogFields } from '../../src/server/platform/log.ts';
import { shopDeltas } from '../../src/server/schema/figures.ts';
import {
  adPurchases,
  afterSaleCases,
  appeals,
  corrections,
  depositReturns,
  dueFailures,
  files,
  holds,
  identities,
  orders,
  pictures,
  recharges,
  restrictions,
  shops,
  transactions,
  withdrawals,
} from '../../src/server/schema.ts';
import { setExpiry } from '../../src/server/services/identity/expiry.ts';
import { closeShop } from '../../src/server/services/profile/close-shop.ts';
import { dueWorks, runDue } from '../../src/server/services/run-due.ts';
import { applyWithdrawalEvent } from '../../src/server/services/withdrawals/apply-withdrawal-event.ts';
import { figuresDue } from '../../src/server/shops/figures/fold-deltas.ts';
import { announceTerms } from '../../src/server/shops/terms/announce-terms.ts';
import { planReturn } from '../../src/server/trade/deposits/deposit-return.ts';
import { filesIn } from '../architecture/imports.ts';
import { usableAccount } from '../harness/bank.ts';
import { driveCase, request } from '../harness/cases.ts';
import { kinds } from '../harness/database.ts';
import { decide } from '../harness/decide.ts';
import { asFile, sendForm } from '../harness/form.ts';
import { apply as applyForIdentity, verify } from '../harness/identity.ts';
import { addListed, drive, place } from '../harness/market.ts';
import { hashOf, openTronChannel, operator, report } from '../harness/recharging.ts';
import { jpeg, png } from '../harness/sample-files.ts';
import { payPassword, type TestServer, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';
import { decideOn, withdraw } from '../harness/withdrawing.ts';

interface Noun {
  /** The column that names a row, in the table that the work changes. */
  id: AnyPgColumn;
  /** Makes a row of this shop with a date within `dueIn`, and returns its id. */
  make(server: TestServer, user: TestUser): Promise<string>;
  dueIn: number;
}

const why = { facts: 'Two buyers reported the same parcel.', rule: 'Terms 9.1' };

const ops = ({ deps }: TestServer, name: string, flags: object) =>
  decide(deps, name, flags, 'rosa') as Promise<{ id: string; no: string; statementId: string }>;

const within = <T>({ deps }: TestServer, work: (deps: Deps) => Promise<T>): Promise<T> =>
  inTransaction(deps.db, (db) => work({ ...deps, db }));

const orderOf = async (server: TestServer, user: TestUser) => {
  const { id } = await addListed(server, user);
  return place(server, user, id);
};

const leaveDeposit = (server: TestServer, { shopId }: TestUser, amount: bigint) =>
  within(server, ({ db, clock }) =>
    post(db, {
      kind: 'deposit',
      ref: `deposit_${shopId}`,
      shopId,
      actor: 'test',
      at: clock.now(),
      entries: move(`M.available:${shopId}`, `M.deposit:${shopId}`, amount),
    }),
  );

const verifiedUntil = async (server: TestServer, user: TestUser, days: number) => {
  await verify(server, user);
  const lastDay = new Date(server.clock.now().getTime() + days * day).toISOString().slice(0, 10);
  await within(server, (deps) => setExpiry(deps, { shopId: user.shopId, actor: 'rosa', lastDay }));
  return user.shopId;
};

/** A withdrawal that was sent, after the notice that it is late. */
const sent = async (server: TestServer, user: TestUser): Promise<string> => {
  await verify(server, user);
  const { id: accountId } = await usableAccount(server, user);
  const { id } = (await withdraw(server, user, { amount: '20.00', accountId })).data.withdrawal;
  await decideOn(server, id, 'approve');
  const change = { overdueNoticedAt: server.clock.now() };
  await server.deps.db.update(withdrawals).set(change).where(eq(withdrawals.id, id));
  return id;
};

const passed = async (server: TestServer, id: string, event: 'overdue' | 'recall'): Promise<string> => {
  await within(server, (deps) => applyWithdrawalEvent(deps, { id, event, actor: 'system' }));
  return id;
};

const nouns: Record<string, Noun> = {
  case: {
    id: afterSaleCases.id,
    dueIn: 3 * day,
    make: async (server, user) => {
      const order = await drive(server, await orderOf(server, user), 'to_be_accepted');
      return (await driveCase(server, await request(server, order.id), 'merchant_due')).id;
    },
  },
  order: {
    id: orders.id,
    dueIn: 2 * day,
    make: async (server, user) => (await orderOf(server, user)).id,
  },
  hold: {
    id: holds.id,
    dueIn: 3 * day,
    make: async (server, { shopId }) =>
      (
        await ops(server, 'hold', {
          shop: shopId,
          amount: '5',
          code: 'risk',
          ...why,
          ref: 'R-1',
          days: '3',
        })
      ).id,
  },
  correction: {
    id: corrections.id,
    dueIn: 14 * day,
    make: async (server, user) => {
      const { db } = server.deps;
      const booking = { shop: user.shopId, amount: '30', proof: `BANK-${user.shopId}` };
      const { id: ref } = await ops(server, 'recharge-book', booking);
      const [posted] = await db.select().from(transactions).where(eq(transactions.ref, ref));
      await ops(server, 'reverse', {
        shop: user.shopId,
        transaction: String(posted?.seq),
        amount: '20',
        reason: why.facts,
      });
      const [row] = await db.select().from(corrections).where(eq(corrections.ref, ref));
      return row?.id ?? '';
    },
  },
  'identity review': {
    id: identities.shopId,
    dueIn: 20 * day,
    make: async (server, user) => {
      await applyForIdentity(server, user);
      return user.shopId;
    },
  },
  'identity notice': {
    id: identities.shopId,
    dueIn: 20 * day,
    make: (server, user) => verifiedUntil(server, user, 40),
  },
  'identity expiry': {
    id: identities.shopId,
    dueIn: 31 * day,
    make: async (server, user) => {
      const shopId = await verifiedUntil(server, user, 29);
      await runDue(server.deps);
      return shopId;
    },
  },
  restriction: {
    id: restrictions.id,
    dueIn: 3 * day,
    make: async (server, { shopId }) =>
      (await ops(server, 'restrict', { shop: shopId, kind: 'listing', ...why, days: '3' })).id,
  },
  promotion: {
    id: adPurchases.id,
    dueIn: 8 * day,
    make: async (server, user) => {
      const { id: goodsId } = await addListed(server, user);
      const ad = { title: 'Front page', image: '/files/thing.svg', target: 'goods', price: '30.00' };
      const { id: adId } = await ops(server, 'ad-create', {
        ...ad,
        unit: 'click',
        quantity: '90',
        days: '7',
      });
      const { data } = await server.call<{ purchase: { id: string } }>(
        'POST /v1/ad/pay',
        { adId, goodsId, payPassword },
        { token: user.token, key: randomUUID() },
      );
      return data.purchase.id;
    },
  },
  appeal: {
    id: appeals.id,
    dueIn: 15 * day,
    make: async (server, user) => {
      const { statementId } = await ops(server, 'restrict', { shop: user.shopId, kind: 'listing', ...why });
      const text = 'These are the scans of the carrier, and they show another door.';
      await server.call('POST /v1/shop/appeal', { ref: statementId, text }, { token: user.token });
      const [row] = await server.deps.db.select().from(appeals).where(eq(appeals.shopId, user.shopId));
      return row?.id ?? '';
    },
  },
  'deposit return': {
    id: depositReturns.id,
    dueIn: day,
    make: async (server, user) => {
      await leaveDeposit(server, user, 50n * UNITS);
      await within(server, (deps) =>
        planReturn(deps, { shopId: user.shopId, amount: 50n * UNITS, reason: 'downgrade' }),
      );
      const mine = eq(depositReturns.shopId, user.shopId);
      const [row] = await server.deps.db.select().from(depositReturns).where(mine);
      return row?.id ?? '';
    },
  },
  closing: {
    id: shops.id,
    dueIn: day,
    make: async (server, { shopId }) => {
      await within(server, ({ db, clock }) =>
        post(db, {
          kind: 'upgrade_fee',
          ref: `all_${shopId}`,
          shopId,
          actor: 'test',
          at: clock.now(),
          entries: move(`M.available:${shopId}`, 'P.fees', 500n * UNITS),
        }),
      );
      await within(server, (deps) => closeShop(deps, { shopId, actor: 'test' }));
      return shopId;
    },
  },
  withdrawal: {
    id: withdrawals.id,
    dueIn: 10 * day,
    make: async (server, user) => {
      await verify(server, user);
      const { id: accountId } = await usableAccount(server, user);
      const { data } = await withdraw(server, user, { amount: '20.00', accountId });
      return data.withdrawal.id;
    },
  },
  'withdrawal overdue': { id: withdrawals.id, dueIn: 6 * day, make: (server, user) => sent(server, user) },
  'withdrawal recall': {
    id: withdrawals.id,
    dueIn: 15 * day,
    make: async (server, user) => passed(server, await sent(server, user), 'overdue'),
  },
  'withdrawal restore': {
    id: withdrawals.id,
    dueIn: 8 * day,
    make: async (server, user) => {
      const id = await passed(server, await sent(server, user), 'overdue');
      return passed(server, id, 'recall');
    },
  },
  'unused file': {
    id: files.id,
    dueIn: 3 * day,
    make: async (server, user) => {
      const file = asFile(jpeg());
      const { data } = await sendForm<{ fileId: string }>(server, '/v1/upload/logo', { file }, user);
      return data.fileId;
    },
  },
  'unused picture': {
    id: pictures.name,
    dueIn: 3 * day,
    make: async (server) => {
      // Another picture each time, as the same one has the same address.
      const shade = await server.deps.db.$count(pictures);
      const sent = { pictures: [png(shade).toString('base64')] };
      const { images } = await server.decide<{ images: string[] }>('picture-add', sent);
      return (images[0] ?? '').replace('/files/', '');
    },
  },
  recharge: {
    id: recharges.id,
    dueIn: 5 * day,
    make: async (server, user) => {
      await verify(server, user);
      const { id: channelId } = await openTronChannel(server);
      const { data } = await report(server, user, {
        channelId,
        amount: '25.00',
        txHash: hashOf(user.shopId),
      });
      return data.recharge.id;
    },
  },
  'recharge send back': {
    id: recharges.id,
    dueIn: 8 * day,
    make: async (server, user) => {
      await verify(server, user);
      const { id: channelId } = await openTronChannel(server);
      const txHash = hashOf(`back ${user.shopId}`);
      const { data } = await report(server, user, { channelId, amount: '25.00', txHash });
      const { id: recharge } = data.recharge;
      const why = { code: 'not_the_sender', reason: 'r', arrived: '25.00' };
      await server.decide('recharge-reject', { recharge, ...why }, 'test');
      return recharge;
    },
  },
  // The last of the table: what it announces is announced to every shop.
  terms: {
    id: shops.id,
    dueIn: second,
    make: async (server, { shopId }) => {
      server.clock.advance(second);
      const { deps } = server;
      const figures = { minimumWithdrawal: `1${server.clock.now().getTime() % 100_000}.00` };
      const limits = { ...deps.config.limits, ...figures };
      await announceTerms({ ...deps, config: { ...deps.config, limits } });
      return shopId;
    },
  },
};

describe.each(kinds)('due work on %s', (kind) => {
  const lines: LogFields[] = [];
  const log: Log = {
    info() {},
    error: (event, error, fields) => lines.push({ event, error: `${error}`, ...fields }),
  };
  const server = useServer(kind, { config: { operator }, log });

  const poison = async ({ id }: Noun, value: string) => {
    const column = sql.identifier(id.name);
    await server.deps.db.execute(sql`
      create function poisoned() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$`);
    await server.deps.db.execute(sql`
      create trigger poisoned before update or delete on ${id.table}
      for each row when (old.${column} = ${sql.raw(`'${value}'`)}) execute function poisoned()`);
  };
  const mend = async () => {
    await server.deps.db.execute(sql`drop function poisoned() cascade`);
  };
  const rowOf = async ({ id }: Noun, value: string): Promise<string> => {
    const [row] = await server.deps.db.select().from(id.table).where(eq(id, value));
    return JSON.stringify(row ?? 'removed', (_, field) => (typeof field === 'bigint' ? `${field}` : field));
  };
  const fundedUser = async () => {
    const user = await server.addUser();
    await server.fund(user.shopId, 500n * UNITS);
    return user;
  };

  it.each(Object.keys(nouns))(
    'a %s that fails delays no other, waits longer each time, and is processed once repaired',
    async (name) => {
      const noun = nouns[name] as Noun;
      const poisoned = await noun.make(server, await fundedUser());
      server.clock.advance(second);
      const others = [
        await noun.make(server, await fundedUser()),
        await noun.make(server, await fundedUser()),
      ];
      const [poisonedBefore, ...othersBefore] = await Promise.all(
        [poisoned, ...others].map((id) => rowOf(noun, id)),
      );
      expect([poisonedBefore, ...othersBefore]).not.toContain('"removed"');
      await poison(noun, poisoned);
      lines.length = 0;
      server.clock.advance(noun.dueIn);
      await runDue(server.deps);

      for (const [at, id] of others.entries()) expect(await rowOf(noun, id)).not.toBe(othersBefore[at]);
      expect(await rowOf(noun, poisoned)).toBe(poisonedBefore);
      const line = { event: 'due', work: name, row: poisoned };
      expect(lines).toEqual([expect.objectContaining({ ...line, failures: 1 })]);

      for (const failures of [1, 2, 3]) {
        server.clock.advance(retryDelay(failures) - 1);
        await runDue(server.deps);
        expect(lines).toHaveLength(failures);
        server.clock.advance(1);
        await runDue(server.deps);
        expect(lines.slice(failures)).toEqual([expect.objectContaining({ ...line, failures: failures + 1 })]);
      }

      await mend();
      server.clock.advance(retryDelay(4));
      await runDue(server.deps);
      expect(await rowOf(noun, poisoned)).not.toBe(poisonedBefore);
      expect(lines).toHaveLength(4);
      expect(await server.deps.db.select().from(dueFailures)).toEqual([]);
    },
  );

  it('every kind of due work is in this table, but figures and anchors, which have no dated rows', () => {
    const dated = dueWorks.filter((work) => work !== figuresDue && work !== anchorsDue);
    expect(dated.map(({ name }) => name).sort()).toEqual(Object.keys(nouns).sort());
  });

  it('figures that cannot be folded delay no other shop, and are folded once repaired', async () => {
    const [poisoned, other] = [await server.addUser(), await server.addUser()];
    for (const { shopId } of [poisoned, other]) await reportTraffic(server.deps, shopId, { visitors: 3 });
    const waiting = async ({ shopId }: TestUser) =>
      (await server.deps.db.select().from(shopDeltas).where(eq(shopDeltas.shopId, shopId))).length;
    await server.deps.db.execute(sql`
      create function poisoned() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$`);
    await server.deps.db.execute(sql`
      create trigger poisoned before delete on shop_deltas
      for each row when (old.shop_id = ${sql.raw(`'${poisoned.shopId}'`)}) execute function poisoned()`);
    lines.length = 0;
    await figuresDue.run(server.deps);
    expect(await waiting(other)).toBe(0);
    expect(await waiting(poisoned)).toBeGreaterThan(0);
    expect(lines).toEqual([expect.objectContaining({ event: 'due', work: 'figures', row: poisoned.shopId })]);

    await mend();
    await figuresDue.run(server.deps);
    expect(await waiting(poisoned)).toBe(0);
  });
});

it('waits between tries grow from ten seconds to an hour', () => {
  expect([1, 2, 3, 9, 10, 500].map(retryDelay)).toEqual([
    10 * second,
    20 * second,
    40 * second,
    2_560 * second,
    hour,
    hour,
  ]);
});

it('the server has no other loop for what time brings', () => {
  const sources = filesIn('src/server');
  const text = (path: string) => readFileSync(join(process.cwd(), path), 'utf8');
  const made = sources.flatMap((path) =>
    [...text(path).matchAll(/^export const (\w+) = (?:dueWork|timedTransition)\(/gm)].map(
      (found) => found[1],
    ),
  );
  const registered = text('src/server/services/run-due.ts');
  expect(made.filter((name) => !new RegExp(`^  ${name},$`, 'm').test(registered))).toEqual([]);
  expect(made).toHaveLength(dueWorks.length - [figuresDue, anchorsDue].length);

  const timers = sources.filter((path) => /\bsetInterval\(/.test(text(path)));
  // Those of http are about one request each.
  expect(timers.filter((path) => !path.startsWith('src/server/http/'))).toEqual([
    'src/server/platform/every.ts',
  ]);
  const jobs = sources.filter((path) => /\bevery\((?!\()/.test(text(path)) && /every\.ts'/.test(text(path)));
  expect(jobs).toEqual([
    'src/server/demo/market.ts',
    'src/server/platform/database/leader-election.ts',
    'src/server/shops/webhooks/send-webhooks.ts',
    'src/server/start.ts',
  ]);
  // A transaction for each of several rows is what the one loop is for.
  const loops = sources.filter((path) =>
    /for \((?:const|let) [^\n]*\n?[^;\n]*\binTransaction\(/.test(text(path)),
  );
  expect(loops).toEqual([]);
});
