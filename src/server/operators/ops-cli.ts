import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sendFile, typeOfFile } from './bulk/send-file.ts';
import { opsKeyFile } from './ops-key.ts';
import { flagsOf, inputOf, missingFlags, pictureFlags, terminalJson, usage, usageOf } from './ops-usage.ts';
import { decisions, reads, rowOf } from './registry.ts';

const { env } = process;

function readKey(): string {
  if (env.SOUK_OPS_KEY) return env.SOUK_OPS_KEY;
  const file = opsKeyFile(resolve(env.SOUK_DATA ?? '.souk'));
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new Error(`No operator key: set SOUK_OPS_KEY, or start the demo, which writes one to ${file}.`);
  }
}

/** @throws Error where no request could be sent to it */
function readBaseUrl(): string {
  const url = env.SOUK_URL ?? `http://${env.HOST ?? '127.0.0.1'}:${env.PORT ?? '8080'}`;
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url.replace(/\/+$/, '');
  throw new Error(`"${url}" is no address of a server. Set SOUK_URL to one like http://127.0.0.1:8080.`);
}

/** A decision or a read as it is sent, and sent again. */
interface Command {
  name: string;
  flags: Record<string, string>;
  by: string | undefined;
  /** UUID: the server carries out a decision once for each key. */
  key: string;
}

const timeout = 60_000;

/** Returns what to type when it is not known whether the decision was carried out. */
const resendCommand = (args: readonly string[], key: string): string => {
  const words = args.some((word) => /^--key(=|$)/.test(word)) ? args : [...args, '--key', key];
  const typed = words.map((word) =>
    /^[\w.:@%/+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`,
  );
  return `Send it again by this, and it is carried out once, even if it was already:\n  npm run ops -- ${typed.join(' ')}`;
};

const isRefused = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { code?: string } | undefined)?.code === 'ECONNREFUSED';

/** Returns the request of a read, or of a decision. */
function requestOf({ name, flags, by, key }: Command): [path: string, init: RequestInit] {
  const headers = { 'x-ops-key': readKey() };
  if (name in reads) return [`${name}?${new URLSearchParams(flags)}`, { headers }];
  const decision = { ...headers, 'content-type': 'application/json', 'idempotency-key': key };
  const body = JSON.stringify(inputOf(name, flags));
  return [name, { method: 'POST', headers: { ...decision, ...(by ? { 'x-ops-by': by } : {}) }, body }];
}

/**
 * Sends a decision or a read and returns the server's reply.
 * @throws Error where there is none, with what to type if it may have been carried out
 */
async function send(command: Command, again: string): Promise<{ code: number }> {
  const base = readBaseUrl();
  const [path, init] = requestOf(command);
  try {
    const answer = await fetch(`${base}/ops/${path}`, { ...init, signal: AbortSignal.timeout(timeout) });
    return JSON.parse(await answer.text());
  } catch (error) {
    if (isRefused(error)) throw new Error(`No server answers at ${base}: start it, or set SOUK_URL.`);
    const { name } = command;
    if (name in reads) throw new Error(`No answer came from ${base}/ops/${name}: ask again.`);
    throw new Error(
      `No answer came from ${base}/ops/${name}, so whether ${name} was carried out is not known.\n${again}`,
    );
  }
}

/**
 * Returns the flags by their names.
 * @throws Error which shows all flags of the decision, where one is misspelt or has no value
 */
function readFlags(name: string, args: string[]): Record<string, string> {
  const known = [...flagsOf(name).map(({ flag }) => flag), 'by', 'key'];
  const options = Object.fromEntries(known.map((flag) => [flag, { type: 'string' as const }]));
  try {
    return parseArgs({ args, options, strict: true }).values as Record<string, string>;
  } catch (error) {
    throw new Error(`${(error as Error).message}. What ${name} takes:\n${usageOf(name)}`);
  }
}

const base64Of = (path: string): string => {
  try {
    return readFileSync(path, 'base64');
  } catch {
    throw new Error(`"${path}" is no file that can be read.`);
  }
};

/**
 * Returns the flags with the content of pictures in place of their paths.
 * @throws Error where a file cannot be read
 */
const withPictures = (name: string, flags: Record<string, string>): Record<string, string> => {
  const read = pictureFlags(name)
    .filter((flag) => flags[flag] !== undefined)
    .map((flag) => [flag, flags[flag]?.split(',').map(base64Of).join()]);
  return { ...flags, ...Object.fromEntries(read) };
};

const bulkOptions = {
  dry: { type: 'boolean' },
  by: { type: 'string' },
  key: { type: 'string' },
} as const;

/** Carries out a decision for each row of a file. */
async function bulk(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options: bulkOptions, allowPositionals: true });
  const { dry = false, by, key = crypto.randomUUID() } = values;
  const [name = '', file = '', ...others] = positionals;
  if (name === '' || file === '' || others.length > 0)
    throw new Error('It is sent like: npm run ops -- bulk stock stock.csv --dry');
  if (!Object.hasOwn(decisions, name))
    throw new Error(`There is no decision "${name}". Run npm run ops to see all of them.`);
  const type = typeOfFile(file);
  if (!existsSync(file)) throw new Error(`There is no file "${file}".`);
  const base = readBaseUrl();
  const headers = {
    'x-ops-key': readKey(),
    'content-type': type,
    ...(by ? { 'x-ops-by': by } : {}),
    ...(dry ? {} : { 'idempotency-key': key }),
  };
  const again = resendCommand(['bulk', ...args], key);
  if (!dry) process.stderr.write(`Under the key ${key}, by which it goes on after an interruption.\n`);
  const url = `${base}/ops/bulk/${name}${dry ? '?dry=true' : ''}`;
  const outcome = await sendFile({ url, file, headers }).catch((error: unknown) => {
    if (isRefused(error)) throw new Error(`No server answers at ${base}: start it, or set SOUK_URL.`);
    throw new Error(`The connection to ${base} broke off.${dry ? '' : `\n${again}`}`);
  });
  if (outcome === 'stopped') process.stderr.write(`${again}\n`);
  return outcome === 'complete' ? 0 : 1;
}

// Neither done nor refused for good: the server was busy or failed.
const isUnsettled = (code: number) => code === 201 || code === 202 || code >= 500;

async function main([name, ...rest]: string[]): Promise<number> {
  if (name === undefined || name === '--help' || (name === 'bulk' && rest.includes('--help'))) {
    process.stdout.write(`${usage()}\n`);
    return 0;
  }
  if (name === 'bulk') return bulk(rest);
  if (!rowOf(name))
    throw new Error(`There is no decision or read "${name}". Run npm run ops to see all of them.`);
  if (rest.includes('--help')) {
    process.stdout.write(`${usageOf(name)}\n`);
    return 0;
  }
  const { by, key = crypto.randomUUID(), ...flags } = readFlags(name, rest);
  const missing = missingFlags(name, flags);
  if (missing.length) throw new Error(`${name} also needs ${missing.join(', ')}.`);
  const again = resendCommand([name, ...rest], key);
  const reply = await send({ name, flags: withPictures(name, flags), by, key }, again);
  process.stdout.write(`${terminalJson(reply)}\n`);
  if (isUnsettled(reply.code) && !(name in reads)) process.stderr.write(`${again}\n`);
  return reply.code === 200 ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
