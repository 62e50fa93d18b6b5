import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { bothKinds } from '../harness/database.ts';
import { type BuiltServer, buildServer } from '../harness/processes.ts';
import { payPassword } from '../harness/server.ts';
import { decideAt, makeDemoWorld } from '../server/webhooks/kills.ts';
import { startReceiver } from '../server/webhooks/receiver.ts';
import { atRate, quantile, type Shot } from './fixed-rate.ts';
import { cpuOf } from './usage.ts';

const perSecond = Number(process.env.RATE ?? 50);
const seconds = Number(process.env.SECONDS ?? 10);
const merchants = 25;

let built: BuiltServer;
beforeAll(async () => {
  built = await buildServer();
});

it.each(bothKinds)(`a supplier learns of ${perSecond} paid orders a second, on %s`, async (kind) => {
  const world = await makeDemoWorld(kind, {
    merchants,
    orders: Math.ceil((perSecond * seconds) / merchants),
  });
  const receiver = await startReceiver();
  const souk = built.run('main', { ...world.env, SOUK_LOG_REQUESTS: '0' });
  try {
    const url = await souk.ready;
    await decideAt(url, 'webhook-add', { url: receiver.url, kinds: ['order.to_ship'] });
    const toPay = world.merchants.flatMap(({ token, orders }) => orders.map((id) => ({ token, id })));
    // One of each merchant in turn.
    toPay.sort((a, b) => Number(a.id > b.id) - Number(a.id < b.id));
    let next = 0;
    const shot = (): Shot => {
      const { token = '', id = '' } = toPay[next++] ?? {};
      const headers = {
        'content-type': 'application/json',
        authorization: token,
        'idempotency-key': randomUUID(),
      };
      return { path: '/api/v1/order/pay', headers, body: JSON.stringify({ orderIds: [id], payPassword }) };
    };
    const before = cpuOf(souk.child.pid);
    const hits = await atRate(url, { perSecond, seconds }, shot);
    const until = Date.now() + 60_000;
    const paid = hits.filter(({ fault }) => fault === null);
    while (receiver.received.length < paid.length && Date.now() < until) await pause(100);
    const cpu = (cpuOf(souk.child.pid) - before) / hits.length;
    const learned = receiver.received
      .map(({ at, sentAt }) => at - new Date(sentAt).getTime())
      .sort((a, b) => a - b);
    const share = (part: number) => learned[Math.floor(part * learned.length)];
    process.stdout.write(
      `${kind}: ${perSecond} orders a second for ${seconds} s, ${merchants} shops; ${paid.length} paid, ${learned.length} received, ${hits.length - paid.length} turned away as the server was busy. ` +
        `From paid to received: p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, p99 ${share(0.99)} ms, most ${learned.at(-1)} ms. ` +
        `The payment itself: p50 ${quantile(paid, 0.5).toFixed(0)} ms, p95 ${quantile(paid, 0.95).toFixed(0)} ms. ` +
        `Souk computed ${cpu.toFixed(1)} ms for one; load ${loadavg()[0]?.toFixed(1)}.\n`,
    );
    expect(learned).toHaveLength(paid.length);
  } finally {
    souk.child.kill('SIGKILL');
    await souk.ended;
    await receiver.close();
    await world.remove();
  }
});
