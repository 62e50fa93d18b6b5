import type { CallName, Calls, Output, Parsed } from '../../contract/calls.ts';
import type { Bucket } from './bucket.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Database } from './database/db.ts';
import type { Random } from './ids.ts';
import type { Log } from './log.ts';
import type { Messenger } from './messenger.ts';

/** The dependencies of the whole server; createApp, runDue and the operator's decisions use the same. */
export interface Deps {
  db: Database;
  clock: Clock;
  config: Config;
  /** The bucket that file contents are moved to; null leaves them in the database. */
  bucket: Bucket | null;
  /** Delivers verification codes. */
  messenger: Messenger;
  random: Random;
  log: Log;
}

/**
 * The signed-in user who sent a call. An `actor` is the text that is stored of who did something: a user's id, a party,
 * or `operator:<name>`.
 */
export interface Caller {
  userId: string;
  shopId: string;
  username: string;
  permissions: string[];
}

/** The call's sender and connection. In a keyed call `db` is the transaction that stores the reply. */
export interface RequestContext extends Deps {
  caller: Caller | null;
  /** The language of Accept-Language, reduced to one the deployment offers. */
  lang: string;
  requestId: string;
  /** The caller's address, for the sign-in throttle. */
  address: string;
  /** The hash of the token in use; null on public calls. */
  tokenHash: string | null;
}

/** The context of a call; in calls that need a user the caller is set, as all others were refused. */
export type Context<C extends CallName> = RequestContext &
  (Calls[C]['auth'] extends 'public' ? unknown : { caller: Caller; tokenHash: string });

/**
 * Handles one call. The input is validated, a payment password in it is already verified, and the output is checked
 * against the contract before it is sent. Refuse with `throw refuse(code)`.
 */
export type Handler<C extends CallName> = (context: Context<C>, input: Parsed<C>) => Promise<Output<C>>;

export type Handlers<C extends CallName = CallName> = { [Name in C]: Handler<Name> };
