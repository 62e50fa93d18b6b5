import type { CallName, Calls, Output, Parsed } from '../contract/calls.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Database } from './database/db.ts';
import type { Bucket } from './files/bucket.ts';
import type { Random } from './ids.ts';
import type { Log } from './log.ts';
import type { Courier } from './verify-codes/courier.ts';

/** What the whole server is made of; createApp, runDue and the operator's decisions take the same. */
export interface Deps {
  db: Database;
  clock: Clock;
  config: Config;
  /** Where contents of files are moved to; null keeps them in the database. */
  bucket: Bucket | null;
  /** What brings codes to people. */
  courier: Courier;
  random: Random;
  log: Log;
}

/** The parts of it that most nouns work with; whoever needs fewer picks them. */
export type Basics = Pick<Deps, 'db' | 'clock' | 'config' | 'random'>;

/** What is done when it is due nobody waits for, so it says in the log how it went. */
export type DueDeps = Basics & Pick<Deps, 'log'>;

export interface Actor {
  userId: string;
  shopId: string;
  username: string;
  permissions: string[];
}

/** Who asks, and through what. In a keyed call `db` is the transaction the reply is stored in. */
export interface RequestContext extends Deps {
  actor: Actor | null;
  /** The language of Accept-Language, reduced to one the deployment offers. */
  lang: string;
  requestId: string;
  /** The caller's address, for the sign-in throttle. */
  address: string;
  /** The hash of the token in use; null on public calls. */
  tokenHash: string | null;
}

/** In calls that need a user, the actor is there: the app has refused everybody else. */
export type Context<C extends CallName> = RequestContext &
  (Calls[C]['auth'] extends 'public' ? unknown : { actor: Actor; tokenHash: string });

/**
 * One call's handler. The input is validated, a payment password in it is already verified, and the
 * output is checked against the contract before it leaves. Refuse with `throw refuse(code)`.
 */
export type Handler<C extends CallName> = (context: Context<C>, input: Parsed<C>) => Promise<Output<C>>;

export type Handlers<C extends CallName> = { [Name in C]: Handler<Name> };
