// Longer than other files: every variable stands here, so that a reader finds them together.
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import type { Limits } from '../../../contract/limits.ts';
import { isTimeZone } from '../../../lang/intl.ts';
import { day, hour, minute, second } from '../clock.ts';
import { languages } from '../texts/languages.ts';
import { type BucketAddress, bucketAddress } from './bucket-address.ts';
import {
  address,
  ConfigError,
  choice,
  type Env,
  type EnvReader,
  envReader,
  flag,
  integer,
  isAppOrigin,
  isOrigin,
  list,
  secret,
  wrong,
} from './env.ts';
import { limitsOf } from './limits.ts';
import { type Operator, operatorOf } from './operator-config.ts';
import { type SignInConfig, signInConfigOf } from './signin-config.ts';
import { type Timing, timingAt } from './timing.ts';

/** An anchor of the ledger as it is noted outside the database: its number and its hash. */
export interface KnownAnchor {
  number: bigint;
  hash: string;
}

export interface Config {
  host: string;
  port: number;
  /** The path prefix of all routes, `/merchant`; empty where Souk has the origin to itself. */
  basePath: string;
  dataDir: string;
  /** PostgreSQL's connection string; null for the embedded database under dataDir. */
  databaseUrl: string | null;
  /** The connection string of the role that migrates and owns the tables; null where the server's own does. */
  migrateUrl: string | null;
  production: boolean;
  demo: boolean;
  demoSpeed: number;
  timing: Timing;
  /** Origins that may frame the app and hand it a token, or call the API from their own pages. */
  hosts: string[];
  langs: string[];
  storage: 'memory' | 'session';
  currency: string;
  timeZone: string;
  opsKey: string | null;
  /** The key of a partner's back end, which may open and end sessions and nothing else. */
  sessionKey: string | null;
  /** An anchor that the database must have; null starts with any database. */
  anchor: KnownAnchor | null;
  /** The secret that signs links and hashes id numbers; null generates one in the database. */
  secret: string | null;
  trustProxy: boolean;
  fileHost: string;
  /** The bucket that files are moved to; null keeps them in the database. */
  filesBucket: BucketAddress | null;
  /** The directory, or the bucket, in which servers leave their builds for each other and for later. */
  builds: { directory: string } | BucketAddress;
  serviceLink: string;
  /** The template of a shop's front for buyers; `{shop}` is the shop's id. Empty where there is none. */
  shopLink: string;
  operator: Operator | null;
  /** The brands of other companies that the operator says it may use. */
  brands: string[];
  signIn: SignInConfig;
  limits: Limits;
  session: { idle: number; absolute: number };
  payPassword: { tries: number; lock: number };
  /** scrypt's N for new passwords; tests lower it. */
  passwordCost: number;
  bodyLimit: number;
  /** Connections to PostgreSQL that this process has at most. */
  connections: number;
  /** Concurrent requests to the API; further ones are refused as busy. */
  concurrencyLimit: number;
  /** One line in the log for each request. */
  logRequests: boolean;
  /** How long a stopping server still answers while /readyz already fails, in milliseconds. */
  drain: number;
  /** Variables with the prefix SOUK_ that are set and never read. */
  unread: string[];
}

const databaseAddress = v.pipe(
  v.string(),
  v.check(
    (text) => !/^\w+:\/\/([^@/]*@)?[^@/?]*,[^@/?]*([/?]|$)|[?&]host=[^&]*,/.test(text),
    'names several hosts; name the one address that moves to the primary: see docs/postgresql.md.',
  ),
  address(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/souk'),
);
const origins = list(
  (text) => isOrigin(text) || isAppOrigin(text),
  'origins like https://app.example.com, without a path',
);
const langTags = list((tag) => /^[a-z]{2}(-[A-Z]{2})?$/.test(tag), 'language tags like en, ar, zh-CN');
const currencyCode = v.pipe(
  v.string(),
  v.regex(/^[A-Z]{3,5}$/, wrong('write three to five capital letters, like USD or USDT.')),
);
const timeZone = v.pipe(v.string(), v.check(isTimeZone, wrong('write an IANA name like Africa/Cairo.')));
const fileHost = v.pipe(
  address(['https:'], 'https://files.example.com'),
  v.check(isOrigin, 'is more than an origin; write it like https://files.example.com.'),
);
const anchor = v.pipe(
  v.string(),
  v.regex(/^\d{1,18}:[0-9a-f]{64}$/, wrong('write <number>:<hash>, as the log and /anchors give it.')),
  v.transform((text): KnownAnchor => {
    const [number = '', hash = ''] = text.split(':');
    return { number: BigInt(number), hash };
  }),
);
const basePath = v.pipe(
  v.string(),
  v.transform((path) => path.replace(/\/+$/, '')),
  v.regex(/^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/, wrong('write a path like /merchant.')),
);

/** Returns the languages that are offered: those of the build where none are named, and none that the build lacks. */
const langsOf = (env: EnvReader, built: readonly string[] | undefined): string[] => {
  const langs = env.read('SOUK_LANGS', langTags, [...(built ?? Object.keys(languages))]);
  const missing = built ? langs.filter((lang) => !built.includes(lang)) : [];
  if (built && missing.length > 0)
    env.problems.push(
      `SOUK_LANGS names ${missing.join(', ')}, and this build has only ${built.join(', ')}; build Souk again with this SOUK_LANGS, or name only those.`,
    );
  return langs;
};

/**
 * Reads the environment. `builtLangs` are the languages of the build that is served; without them every language may be offered.
 * @throws ConfigError with sentences that name the variables to change, and how
 */
export const readConfig = (source: Env, builtLangs?: readonly string[]): Config => {
  const env = envReader(source);
  const databaseUrl = env.read('DATABASE_URL', databaseAddress, null);
  const production =
    env.read('NODE_ENV', choice('development', 'production', 'test'), 'development') === 'production';
  // A production deployment has to enable the demo market; a first local start gets it by default.
  const demo = env.read('SOUK_DEMO', flag, !production && databaseUrl === null);
  if (production && !demo && databaseUrl === null)
    env.problems.push(
      'NODE_ENV is production, and the embedded database promises nothing for a power failure; set DATABASE_URL to a PostgreSQL.',
    );
  const demoSpeed = env.read('SOUK_DEMO_SPEED', integer(1, 100_000), 1440);
  const opsKey = env.read('SOUK_OPS_KEY', secret(24), null);
  const sessionKey = env.read('SOUK_SESSION_KEY', secret(24), null);
  if (sessionKey && sessionKey === opsKey)
    env.problems.push(
      'SOUK_SESSION_KEY is the same as SOUK_OPS_KEY, which decides everything; make another.',
    );
  const unencrypted = production ? 'loopback' : 'anywhere';
  const dataDir = resolve(env.text('SOUK_DATA', '.souk'));
  const buildsPlace = env.text('SOUK_BUILDS', join(dataDir, 'builds'));
  const buildsDirectory = { directory: resolve(buildsPlace) };
  const currency = env.read('SOUK_CURRENCY', currencyCode, 'USD');
  const limits = limitsOf(env, currency);
  const { operator, brands, serviceLink, terms, shopLink } = operatorOf(env, demo ? 'demo' : 'none');

  const path = env.read('SOUK_BASE_PATH', basePath, '');
  const underBase = (link: string) => (link.startsWith('/') ? path + link : link);

  const config: Omit<Config, 'unread'> = {
    host: env.text('HOST', '127.0.0.1'),
    port: env.read('PORT', integer(0, 65_535), 8080),
    basePath: path,
    dataDir,
    databaseUrl,
    migrateUrl: databaseUrl && env.read('SOUK_MIGRATE_URL', databaseAddress, null),
    production,
    demo,
    demoSpeed,
    timing: timingAt(demo ? demoSpeed : 1, limits),
    hosts: env.read('SOUK_HOSTS', origins, []),
    langs: langsOf(env, builtLangs),
    storage: env.read('SOUK_STORAGE', choice('memory', 'session'), 'memory'),
    currency,
    timeZone: env.read('SOUK_TIME_ZONE', timeZone, 'UTC'),
    opsKey,
    sessionKey,
    anchor: env.read('SOUK_ANCHOR', anchor, null),
    secret: env.read('SOUK_SECRET', secret(32), null),
    trustProxy: env.read('SOUK_TRUST_PROXY', flag, false),
    fileHost: env.read('SOUK_FILE_HOST', fileHost, ''),
    filesBucket: env.read('FILES_URL', bucketAddress('FILES_URL', unencrypted), null),
    builds: buildsPlace.startsWith('s3+')
      ? env.read('SOUK_BUILDS', bucketAddress('SOUK_BUILDS', unencrypted), buildsDirectory)
      : buildsDirectory,
    serviceLink,
    shopLink: underBase(shopLink),
    operator,
    brands,
    signIn: {
      ...signInConfigOf(env, demo ? 'log' : 'none'),
      terms: { ...terms, link: underBase(terms.link) },
    },
    limits,
    session: { idle: limits.sessionIdleHours * hour, absolute: limits.sessionAbsoluteDays * day },
    payPassword: { tries: limits.payPasswordTries, lock: limits.payPasswordLockMinutes * minute },
    passwordCost: 2 ** 14,
    bodyLimit: 128_000,
    connections: env.read('SOUK_CONNECTIONS', integer(1, 500), 10),
    concurrencyLimit: 500,
    logRequests: env.read('SOUK_LOG_REQUESTS', flag, production),
    drain: env.read('SOUK_DRAIN_SECONDS', integer(0, 300), 0) * second,
  };
  if (env.problems.length > 0) throw new ConfigError(env.problems);
  return { ...config, unread: env.unread() };
};
