import { setTimeout as pause } from 'node:timers/promises';
import { codes } from '../../../src/contract/errors.ts';
import type { Kind } from '../../harness/database.ts';
import type { BuiltServer, ServerProcess } from '../../harness/processes.ts';
import { chanceOf } from './chance.ts';
import { sendUntilFinal } from './client.ts';
import { type Acknowledged, asAcknowledged, nextOperation, type Operation } from './operations.ts';
import { type FaultyProxy, startProxy } from './proxy.ts';
import { compareWithLedger, type Verdict } from './verdict.ts';
import { makeWorld } from './world.ts';

export interface Chaos {
  kind: Kind;
  kills: number;
  seed: number;
  clients: number;
  merchants: number;
  /** Orders to pay for, of each merchant. */
  orders: number;
}

export interface Report extends Verdict {
  /** Requests that the server had and had not answered, at each kill. */
  inFlight: number[];
  acknowledged: Acknowledged[];
  /** What was refused in the end; a operation that can be carried out is not. */
  refused: string[];
  /** Keys that were answered otherwise when they were sent once more. */
  changed: string[];
  faults: FaultyProxy['done'];
}

const least = 20;

/** Waits for a moment with enough under way, and a little longer: not always at the same point of a request. */
const momentToKill = async (proxy: FaultyProxy, chance: () => number): Promise<number> => {
  for (;;) {
    await pause(1);
    if (proxy.inFlight() < least) continue;
    await pause(300 * chance());
    const now = proxy.inFlight();
    if (now >= least) return now;
  }
};

/** Kills a server repeatedly while clients retry behind a bad line; then returns how the money has moved. */
export const runChaos = async (built: BuiltServer, chaos: Chaos): Promise<Report> => {
  const chance = chanceOf(chaos.seed);
  const world = await makeWorld(chaos.kind, chaos);
  const proxy = await startProxy(chance);
  const acknowledged: Acknowledged[] = [];
  const refused: [operation: Operation, text: string][] = [];
  const inFlight: number[] = [];
  let over = false;
  let running: ServerProcess | undefined;

  const start = async () => {
    running = built.run('main', world.env);
    proxy.aim(await running.ready);
  };
  const kill = async () => {
    running?.child.kill('SIGKILL');
    await running?.ended;
  };
  const put = async (operation: Operation) => {
    const { code, text } = await sendUntilFinal(proxy.url, operation, chance);
    if (code === codes.ok) acknowledged.push(asAcknowledged(operation, text));
    else refused.push([operation, text]);
  };
  const live = async (n: number) => {
    const merchant = world.merchants[n % world.merchants.length];
    while (merchant && !over) await put(nextOperation(merchant, chance));
  };

  try {
    await start();
    const clients = Promise.all(Array.from({ length: chaos.clients }, (_, n) => live(n)));
    const killing = async () => {
      while (inFlight.length < chaos.kills) {
        // Something has to be there that could be lost.
        while (acknowledged.length < least * (inFlight.length + 1)) await pause(10);
        inFlight.push(await momentToKill(proxy, chance));
        await kill();
        await start();
      }
      while (acknowledged.length < chaos.clients) await pause(10);
      over = true;
    };
    await Promise.all([killing(), clients]).finally(() => {
      over = true;
    });
    const again = await Promise.all(acknowledged.map((one) => sendUntilFinal(proxy.url, one, chance)));
    const changed = acknowledged
      .filter(({ text }, n) => again[n]?.text !== text)
      .map(({ call, key }) => `${call} ${key}`);
    await kill();
    const database = await world.open();
    const verdict = await compareWithLedger(
      database,
      acknowledged,
      refused.map(([operation]) => operation),
    ).finally(database.close);
    return {
      ...verdict,
      inFlight,
      acknowledged,
      refused: refused.map(([{ call }, text]) => `${call}: ${text}`),
      changed,
      faults: proxy.done,
    };
  } finally {
    await kill();
    await proxy.close();
    await world.remove();
  }
};
