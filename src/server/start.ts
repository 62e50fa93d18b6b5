import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from './app.ts';
import { hour, second, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Deps } from './context.ts';
import { startMarket } from './demo/market.ts';
import { seedDemo } from './demo/seed.ts';
import { every } from './every.ts';
import type { Life } from './health.ts';
import { forgetOldKeys } from './idempotency.ts';
import { systemRandom } from './ids.ts';
import { lead } from './lead.ts';
import { listen } from './listen.ts';
import { type Log, streamLog } from './log.ts';
import { openDatabase } from './open-database.ts';
import { opsKeyFor } from './ops-key.ts';
import { distDir } from './place.ts';
import { runDue } from './run-due.ts';
import { forgetOldSessions } from './session.ts';
import { createSite } from './site.ts';
import { forgetOldTries } from './throttle.ts';
import { createWaiting } from './waiting.ts';

export interface RunningServer {
  deps: Deps;
  url: string;
  /** Says that it is stopping, lets running calls and rounds end, closes the database. Works once and again. */
  stop(): Promise<void>;
}
