import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { codes } from '../../../src/contract/errors.ts';
import { missingAnchors, readAnchors } from '../../../src/server/ledger/anchors.ts';
import { openPostgres } from '../../../src/server/platform/database/open-postgres.ts';
import { sessionSettings } from '../../../src/server/platform/database/require-fit.ts';
import { silentLog } from '../../../src/server/platform/log.ts';
import type { BuiltServer, ServerProcess } from '../../harness/processes.ts';
import { type Pair, startPair } from '../../harness/replicated.ts';
import { chanceOf } from '../chaos/chance.ts';
import { sendUntilFinal } from '../chaos/client.ts';
import { type Acknowledged, asAcknowledged, nextOperation, type Operation } from '../chaos/operations.ts';
import { startProxy } from '../chaos/proxy.ts';
import { compareWithLedger, type Verdict } from '../chaos/verdict.ts';
import { seedMerchants } from '../chaos/world.ts';
import { byName, byPooler, type Route } from './routes.ts';

export interface Failovers {
  rounds: number;
  seed: number;
  clients: number;
  merchants: number;
  orders: number;
}

/** How long after the promotion of a standby clients had answers again, in milliseconds. */
interface Back {
  route: string;
  /** Until the first movement was acknowledged. */
  first: number;
  /** Until each client that waited when the primary died had its answer. */
  all: number;
}

export interface Report extends Verdict {
  acknowledged: Acknowledged[];
  refused: string[];
  /** Keys that were answered otherwise when they were sent once more. */
  changed: string[];
  /** How many anchors were noted before a primary died. */
  noted: number;
  /** Those of them that the last primary does not have. */
  missing: string[];
  back: Back[];
  /** What is lost when one more primary dies for which the standby was not waited. */
  lostWithoutIt: string[];
}

const opsKey = 'the key of an operator who makes anchors';

const least = 20;

const openWorld = async (pair: Pair) => {
  const admin = new pg.Client({ connectionString: pair.url() });
  await admin.connect();
  await admin.query('create role souk login');
  for (const [name, value] of Object.entries(sessionSettings))
    await admin.query(`alter role souk set ${name} = '${value}'`);
  await admin.query('create database souk owner souk');
  await admin.end();
};

const addressOf = (pair: Pair) => pair.url('souk').replace('postgres@', 'souk@');

/** Kills primaries while clients move money, and returns what the last standby knows of it. */
export const runFailovers = async (built: BuiltServer, trial: Failovers): Promise<Report> => {
  const chance = chanceOf(trial.seed);
  const pair = await startPair();
  const proxy = await startProxy(chance);
  const routes: Route[] = [];
  const acknowledged: Acknowledged[] = [];
  const refused: [operation: Operation, text: string][] = [];
  const noted: string[] = [];
  const back: Back[] = [];
  const waiting = new Set<Operation>();
  let lastAt = 0;
  let running: ServerProcess | undefined;

  const open = () => openPostgres({ url: addressOf(pair), log: silentLog });
  const stopServer = async () => {
    running?.child.kill('SIGTERM');
    await running?.ended;
  };
  const startServer = async ({ env }: Route): Promise<string> => {
    await stopServer();
    running = built.run('main', { ...env, SOUK_OPS_KEY: opsKey });
    const url = await running.ready;
    proxy.aim(url);
    return url;
  };
  const put = async (operation: Operation) => {
    waiting.add(operation);
    const { code, text } = await sendUntilFinal(proxy.url, operation, chance);
    waiting.delete(operation);
    lastAt = Date.now();
    if (code === codes.ok) acknowledged.push(asAcknowledged(operation, text));
    else refused.push([operation, text]);
  };
  const more = async () => {
    const enough = acknowledged.length + least;
    while (acknowledged.length < enough) await pause(5);
    await pause(300 * chance());
  };
  /** Has an anchor made, which is acknowledged by being shown. */
  const note = async (url: string) => {
    const answer = await fetch(`${url}/ops/anchor`, { method: 'POST', headers: { 'x-ops-key': opsKey } });
    noted.push(await answer.text());
  };
  const failOver = async (route: Route): Promise<Back> => {
    pair.kill();
    const waited = [...waiting];
    await pair.promote();
    const promoted = Date.now();
    route.aim(pair.primary());
    while (lastAt <= promoted) await pause(2);
    const first = lastAt - promoted;
    while (waited.some((operation) => waiting.has(operation))) await pause(5);
    return { route: route.name, first, all: Date.now() - promoted };
  };
  const underLoad = async (work: () => Promise<void>) => {
    let over = false;
    const live = async (n: number) => {
      const merchant = merchants[n % merchants.length];
      while (merchant && !over) await put(nextOperation(merchant, chance));
    };
    const clients = Array.from({ length: trial.clients }, (_, n) => live(n));
    const working = work().finally(() => {
      over = true;
    });
    await Promise.all([working, ...clients]);
  };

  const verdictNow = async () => {
    const database = await open();
    const verdict = await compareWithLedger(
      database,
      acknowledged,
      refused.map(([operation]) => operation),
    );
    const anchors = readAnchors(noted.join('\n'));
    const missing = await missingAnchors(database.db, anchors);
    await database.close();
    return { ...verdict, noted: anchors.length, missing };
  };

  await openWorld(pair);
  const world = await open();
  const merchants = await seedMerchants({ ...world, url: addressOf(pair) }, trial);
  await world.close();

  try {
    for (const [n, make] of [byPooler, byName].entries()) {
      const route = await make(pair.primary());
      routes.push(route);
      const url = await startServer(route);
      await underLoad(async () => {
        const rounds = Math.floor((trial.rounds + 1 - n) / 2);
        for (let round = 0; round < rounds; round++) {
          await more();
          await note(url);
          await more();
          back.push(await failOver(route));
          await pair.addStandby();
        }
      });
    }
    const verdict = await verdictNow();
    const again = await Promise.all(acknowledged.map((one) => sendUntilFinal(proxy.url, one, chance)));
    const changed = acknowledged.filter(({ text }, n) => again[n]?.text !== text);
    const report = {
      ...verdict,
      acknowledged: [...acknowledged],
      refused: refused.map(([{ call }, text]) => `${call}: ${text}`),
      changed: changed.map(({ call, key }) => `${call} ${key}`),
      back,
    };
    const [last] = routes.slice(-1);
    await underLoad(async () => {
      await pair.waitForNoStandby();
      await pair.cutOff();
      await more();
      if (last) await failOver(last);
    });
    return { ...report, lostWithoutIt: (await verdictNow()).lost };
  } finally {
    await stopServer();
    await proxy.close();
    for (const route of routes) await route.stop();
    await pair.stop();
  }
};
