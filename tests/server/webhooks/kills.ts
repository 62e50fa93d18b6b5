import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { codes } from '../../../src/contract/errors.ts';
import { eventKinds } from '../../../src/server/schema/webhooks.ts';
import { shops, webhookEvents, webhookOutbox } from '../../../src/server/schema.ts';
import type { Kind } from '../../harness/database.ts';
import type { BuiltServer, ServerProcess } from '../../harness/processes.ts';
import { payPassword } from '../../harness/server.ts';
import { chanceOf } from '../chaos/chance.ts';
import { sendUntilFinal } from '../chaos/client.ts';
import type { Operation } from '../chaos/operations.ts';
import { makeWorld, type World } from '../chaos/world.ts';
import { type Received, startReceiver, type Treatment } from './receiver.ts';

const opsKey = 'the-operator-key-of-the-tests';

/** A world whose server may reach this machine: the demo alone does, and it is known by a shop of the demo. */
export async function makeDemoWorld(kind: Kind, size: { merchants: number; orders: number }): Promise<World> {
  const world = await makeWorld(kind, size);
  const { db, close } = await world.open();
  const shopId = world.merchants[0]?.shopId ?? '';
  await db.update(shops).set({ demo: true }).where(eq(shops.id, shopId));
  await close();
  const env = { ...world.env, SOUK_DEMO: '1', SOUK_DEMO_SPEED: '1', SOUK_OPS_KEY: opsKey };
  return { ...world, env };
}

/** Takes a decision over HTTP. */
export async function decideAt<T>(url: string, name: string, flags: object): Promise<T> {
  const headers = {
    'content-type': 'application/json',
    'x-ops-key': opsKey,
    'idempotency-key': randomUUID(),
  };
  const answer = await fetch(`${url}/ops/${name}`, { method: 'POST', headers, body: JSON.stringify(flags) });
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T };
  if (code !== codes.ok) throw new Error(`${name}: ${msg}`);
  return data;
}

export interface KillsReport {
  kills: { server: number; receiver: number };
  paid: number;
  /** Events in the feed, and how often the receiver stored one. */
  events: number;
  stored: number;
  lost: string[];
  /** Paid orders without an event, and events of orders that were not paid. */
  unmatched: string[];
  /** Events that came for the first time after a later one of their shop. */
  disordered: string[];
  unsigned: number;
}

/** How often a receiver treats a request badly, of all requests. */
const badly: readonly [Treatment, number][] = [
  ['fail', 0.02],
  ['cut', 0.02],
  ['lie', 0.02],
  ['hang', 0.003],
];

const treatmentAt = (chance: number): Treatment => {
  let share = 0;
  for (const [treatment, part] of badly) {
    share += part;
    if (chance < share) return treatment;
  }
  return 'take';
};

const perKill = 12;

/** Pays orders while the server and the receiver are killed in turn, then compares what was received with the feed. */
export async function runKills(
  built: BuiltServer,
  { kind, kills, seed }: { kind: Kind; kills: number; seed: number },
): Promise<KillsReport> {
  const chance = chanceOf(seed);
  const merchants = 6;
  const world = await makeDemoWorld(kind, {
    merchants,
    orders: Math.ceil((perKill * (kills + 1)) / merchants),
  });
  const treat = () => treatmentAt(chance());
  let receiver = await startReceiver(treat);
  const port = Number(new URL(receiver.url).port);
  const received: Received[] = [];
  let unsigned = 0;
  let running: ServerProcess | undefined;
  let url = '';
  let [endpoint, secret] = ['', ''];
  const start = async () => {
    running = built.run('main', world.env);
    url = await running.ready;
  };
  const killServer = async () => {
    running?.child.kill('SIGKILL');
    await running?.ended;
  };
  const endReceiver = async () => {
    received.push(...receiver.received);
    unsigned += receiver.unsigned;
    await receiver.close();
  };
  const killReceiver = async () => {
    await endReceiver();
    await pause(500 * chance());
    receiver = await startReceiver(treat, port);
    receiver.trust(secret);
  };

  try {
    await start();
    const made = { url: receiver.url, kinds: eventKinds };
    ({ endpoint, secret } = await decideAt<{ endpoint: string; secret: string }>(url, 'webhook-add', made));
    receiver.trust(secret);
    const paid: string[] = [];
    // Those who pay do not run ahead of the kills.
    let allowed = perKill;
    const payAll = async (merchant: World['merchants'][number]) => {
      for (const id of merchant.orders) {
        while (paid.length >= allowed) await pause(10);
        const body = { orderIds: [id], payPassword };
        const operation: Operation = { merchant, call: '/v1/order/pay', key: randomUUID(), body };
        const { code, text } = await sendWhile(operation);
        if (code !== codes.ok) throw new Error(text);
        paid.push(id);
      }
    };
    // The port of the server changes with each start.
    const sendWhile = async (operation: Operation) => {
      for (;;) {
        const given = url;
        const sent = await sendUntilFinal(given, operation, chance, 5).catch(() => null);
        if (sent) return sent;
      }
    };
    const done = { server: 0, receiver: 0 };
    const killing = async () => {
      while (done.server < kills) {
        while (paid.length < allowed - perKill / 2) await pause(5);
        await pause(700 * chance());
        await killServer();
        done.server += 1;
        if (chance() < 0.5) {
          await killReceiver();
          done.receiver += 1;
        }
        await start();
        while (paid.length < allowed) await pause(5);
        allowed += perKill;
        await killReceiver();
        done.receiver += 1;
      }
      allowed = Number.POSITIVE_INFINITY;
    };
    await Promise.all([killing(), ...world.merchants.map(payAll)]);

    const idsNow = () => new Set([...received, ...receiver.received].map(({ id }) => id));
    const until = Date.now() + 300_000;
    while (idsNow().size < paid.length && Date.now() < until) {
      await decideAt(url, 'webhook-replay', { endpoint });
      await pause(500);
    }
    await endReceiver();
    await killServer();
    const { db, close } = await world.open();
    const events = await db.select().from(webhookEvents).orderBy(webhookEvents.position);
    const left = await db.select().from(webhookOutbox);
    await close();
    return {
      kills: done,
      paid: paid.length,
      events: events.length,
      stored: received.length,
      ...compare(events, received),
      unmatched: unmatched(
        paid,
        [...events, ...left].map(({ data }) => data.order ?? ''),
      ),
      unsigned,
    };
  } finally {
    await killServer();
    await receiver.close();
    await world.remove();
  }
}

const unmatched = (paid: string[], sent: string[]): string[] => {
  const [orders, announced] = [new Set(paid), new Set(sent)];
  return [...paid.filter((id) => !announced.has(id)), ...sent.filter((id) => !orders.has(id))];
};

function compare(
  events: (typeof webhookEvents.$inferSelect)[],
  received: Received[],
): Pick<KillsReport, 'lost' | 'disordered'> {
  const ids = new Set(received.map(({ id }) => id));
  const positions = new Map(events.map(({ id, position }) => [id, position]));
  const latest = new Map<string, number>();
  const known = new Set<string>();
  const disordered: string[] = [];
  for (const { id, shop } of received) {
    if (known.has(id)) continue;
    known.add(id);
    const position = positions.get(id) ?? -1;
    if (position < (latest.get(shop) ?? 0)) disordered.push(id);
    latest.set(shop, position);
  }
  return { lost: events.map(({ id }) => id).filter((id) => !ids.has(id)), disordered };
}
