import { join, resolve } from 'node:path';
import type { Limits } from '../../../contract/limits.ts';
import { day, hour, minute, second } from '../clock.ts';
import { languages } from '../texts/languages.ts';
import { isTimeZone } from '../zone.ts';
import { type BucketAddress, readBucketAddress } from './bucket-address.ts';
import { ConfigError, type Env, type EnvReader, envReader, isOrigin } from './env.ts';
import { limitsOf } from './limits.ts';
import { type SignInConfig, signInConfigOf } from './signin-config.ts';
import { type Timing, timingAt } from './timing.ts';

export interface Operator {
  legalName: string;
  licence: string;
  address: string;
  complaint: string;
  hours: string;
  replyTime: string;
}

export interface Config {
  host: string;
  port: number;
  /** The path prefix of all routes, `/merchant`; empty where Souk has the origin to itself. */
  basePath: string;
  dataDir: string;
  /** PostgreSQL's connection string; null for the embedded database under dataDir. */
  databaseUrl: string | null;
  production: boolean;
  demo: boolean;
  demoSpeed: number;
  timing: Timing;
  /** Origins that may frame the app and hand it a token. */
  hosts: string[];
  /** Origins that may call the API from a page of their own. */
  origins: string[];
  langs: string[];
  storage: 'memory' | 'session';
  currency: string;
  timeZone: string;
  opsKey: string | null;
  /** The key of a partner's back end, which may open and end sessions and nothing else. */
  sessionKey: string | null;
  /** The secret that signs links and hashes id numbers; null generates one in the database. */
  secret: string | null;
  trustProxy: boolean;
  fileHost: string;
  /** The bucket that files are moved to; null keeps them in the database. */
  filesBucket: BucketAddress | null;
  /** The directory, or the bucket, in which servers leave their builds for each other and for later. */
  builds: { directory: string } | BucketAddress;
  serviceLink: string;
  operator: Operator | null;
  entry: SignInConfig;
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

const demoOperator: Operator = {
  legalName: 'DEMO operator (no company)',
  licence: 'DEMO',
  address: 'DEMO',
  complaint: 'DEMO',
  hours: 'DEMO',
  replyTime: 'DEMO',
};

const operatorOf = (env: EnvReader, unnamed: Operator | null): Operator | null => {
  if (!env.has('SOUK_OPERATOR_NAME')) return unnamed;
  return {
    legalName: env.text('SOUK_OPERATOR_NAME', ''),
    licence: env.text('SOUK_OPERATOR_LICENCE', ''),
    address: env.text('SOUK_OPERATOR_ADDRESS', ''),
    complaint: env.text('SOUK_OPERATOR_COMPLAINT', ''),
    hours: env.text('SOUK_OPERATOR_HOURS', ''),
    replyTime: env.text('SOUK_OPERATOR_REPLY_TIME', ''),
  };
};

const isLang = (tag: string) => /^[a-z]{2}(-[A-Z]{2})?$/.test(tag);

/**
 * Reads the environment.
 * @throws ConfigError whose sentences name the variables to change, and how
 */
export const readConfig = (source: Env): Config => {
  const env = envReader(source);
  const databaseUrl = env.url(
    'DATABASE_URL',
    '',
    ['postgres:', 'postgresql:'],
    'postgres://user:password@host:5432/souk',
  );
  const production =
    env.choice('NODE_ENV', 'development', ['development', 'production', 'test']) === 'production';
  // A production deployment has to enable the demo market; a first local start gets it by default.
  const demo = env.flag('SOUK_DEMO', !production && databaseUrl === '');
  if (production && !demo && databaseUrl === '')
    env.problems.push(
      'NODE_ENV is production, and the embedded database promises nothing for a power failure; set DATABASE_URL to a PostgreSQL.',
    );
  const demoSpeed = env.integer('SOUK_DEMO_SPEED', 1440, 1, 100_000);
  const origins = (name: string) =>
    env.list(name, [], isOrigin, 'origins like https://app.example.com, without a path');
  const timeZone = env.text('SOUK_TIME_ZONE', 'UTC');
  if (!isTimeZone(timeZone))
    env.problems.push(`SOUK_TIME_ZONE is "${timeZone}"; write an IANA name like Africa/Cairo.`);
  const currency = env.text('SOUK_CURRENCY', 'USD');
  if (!/^[A-Z]{3,5}$/.test(currency))
    env.problems.push(
      `SOUK_CURRENCY is "${currency}"; write three to five capital letters, like USD or USDT.`,
    );
  const opsKey = env.text('SOUK_OPS_KEY', '');
  if (opsKey && opsKey.length < 24)
    env.problems.push('SOUK_OPS_KEY is too short; use at least 24 random characters.');
  const sessionKey = env.text('SOUK_SESSION_KEY', '');
  if (sessionKey && sessionKey.length < 24)
    env.problems.push('SOUK_SESSION_KEY is too short; use at least 24 random characters.');
  if (sessionKey && sessionKey === opsKey)
    env.problems.push(
      'SOUK_SESSION_KEY is the same as SOUK_OPS_KEY, which decides everything; make another.',
    );
  const secret = env.text('SOUK_SECRET', '');
  if (secret && secret.length < 32)
    env.problems.push('SOUK_SECRET is too short; use at least 32 random characters.');
  const fileHost = env.url('SOUK_FILE_HOST', '', ['https:'], 'https://files.example.com');
  if (fileHost && !isOrigin(fileHost))
    env.problems.push('SOUK_FILE_HOST is more than an origin; write it like https://files.example.com.');
  const filesUrl = env.text('FILES_URL', '');
  const filesBucket =
    filesUrl === '' ? null : readBucketAddress(filesUrl, production ? 'loopback' : 'anywhere');
  if (typeof filesBucket === 'string') env.problems.push(filesBucket);
  const dataDir = resolve(env.text('SOUK_DATA', '.souk'));
  const buildsPlace = env.text('SOUK_BUILDS', join(dataDir, 'builds'));
  const builds = /^s3\+/.test(buildsPlace)
    ? readBucketAddress(buildsPlace, production ? 'loopback' : 'anywhere', 'SOUK_BUILDS')
    : { directory: resolve(buildsPlace) };
  if (typeof builds === 'string') env.problems.push(builds);
  const basePath = env.text('SOUK_BASE_PATH', '').replace(/\/+$/, '');
  if (basePath && !/^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/.test(basePath))
    env.problems.push(`SOUK_BASE_PATH is "${basePath}"; write a path like /merchant.`);
  const hosts = origins('SOUK_HOSTS');
  const limits = limitsOf(env);

  const config: Omit<Config, 'unread'> = {
    host: env.text('HOST', '127.0.0.1'),
    port: env.integer('PORT', 8080, 0, 65_535),
    basePath,
    dataDir,
    databaseUrl: databaseUrl || null,
    production,
    demo,
    demoSpeed,
    timing: timingAt(demo ? demoSpeed : 1, limits),
    hosts,
    origins: env.has('SOUK_ORIGINS') ? origins('SOUK_ORIGINS') : hosts,
    langs: env.list('SOUK_LANGS', Object.keys(languages), isLang, 'language tags like en, ar, zh-CN'),
    storage: env.choice('SOUK_STORAGE', 'memory', ['memory', 'session']),
    currency,
    timeZone,
    opsKey: opsKey || null,
    sessionKey: sessionKey || null,
    secret: secret || null,
    trustProxy: env.flag('SOUK_TRUST_PROXY', false),
    fileHost,
    filesBucket: typeof filesBucket === 'string' ? null : filesBucket,
    builds: typeof builds === 'string' ? { directory: dataDir } : builds,
    serviceLink: env.url('SOUK_SERVICE_LINK', '', ['https:'], 'https://help.example.com/chat'),
    operator: operatorOf(env, demo ? demoOperator : null),
    entry: signInConfigOf(env, demo ? 'log' : 'none'),
    limits,
    session: { idle: limits.sessionIdleHours * hour, absolute: limits.sessionAbsoluteDays * day },
    payPassword: { tries: limits.payPasswordTries, lock: limits.payPasswordLockMinutes * minute },
    passwordCost: 2 ** 14,
    bodyLimit: 128_000,
    connections: env.integer('SOUK_CONNECTIONS', 10, 1, 500),
    concurrencyLimit: env.integer('SOUK_AT_ONCE', 500, 1, 10_000),
    logRequests: env.flag('SOUK_LOG_REQUESTS', production),
    drain: env.integer('SOUK_DRAIN_SECONDS', 0, 0, 300) * second,
  };
  if (env.problems.length > 0) throw new ConfigError(env.problems);
  return { ...config, unread: env.unread() };
};
