import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { decisions } from './decisions.ts';
import { opsKeyFile } from './ops-key.ts';
import { flagsOf, missingFlags, terminalJson } from './ops-usage.ts';

const { env } = process;

/** Returns a decision with its flags, and what it does. */
function usageOf(name: string): string {
  const flags = flagsOf(name).map(({ flag, optional }) => (optional ? `[--${flag} …]` : `--${flag} …`));
  return `  ${[name, ...flags].join(' ')}\n      ${decisions[name]?.about}`;
}

function usage(): string {
  return [
    'npm run ops -- <decision> [--flag value …] [--by <your name>] [--key <uuid>]',
    'Carries out a decision on the running server. Orders, shops and goods go by id or number.',
    'Each is sent under a key of its own, and carried out once under it; where no answer comes, the key is printed.',
    '',
    ...Object.keys(decisions).map(usageOf),
    '',
    'SOUK_URL says where the server is, SOUK_OPS_KEY its key (else the file ops-key under SOUK_DATA).',
  ].join('\n');
}

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

/** A decision as it is sent, and sent again. */
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

/**
 * Sends a decision and returns the server's reply.
 * @throws Error where there is none, with what to type if it may have been carried out
 */
async function send({ name, flags, by, key }: Command, again: string): Promise<{ code: number }> {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': key,
    'x-ops-key': readKey(),
    ...(by ? { 'x-ops-by': by } : {}),
  };
  const base = readBaseUrl();
  const url = `${base}/ops/${name}`;
  const signal = AbortSignal.timeout(timeout);
  try {
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(flags), signal });
    return JSON.parse(await answer.text());
  } catch (error) {
    if (isRefused(error)) throw new Error(`No server answers at ${base}: start it, or set SOUK_URL.`);
    throw new Error(`No answer came from ${url}, so whether ${name} was carried out is not known.\n${again}`);
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

// Neither done nor refused for good: the server was busy or failed.
const isUnsettled = (code: number) => code === 201 || code === 202 || code >= 500;

async function main([name, ...rest]: string[]): Promise<number> {
  if (name === undefined || name === '--help') {
    process.stdout.write(`${usage()}\n`);
    return 0;
  }
  if (!decisions[name])
    throw new Error(`There is no decision "${name}". Run npm run ops to see all of them.`);
  if (rest.includes('--help')) {
    process.stdout.write(`${usageOf(name)}\n`);
    return 0;
  }
  const { by, key = crypto.randomUUID(), ...flags } = readFlags(name, rest);
  const missing = missingFlags(name, flags);
  if (missing.length) throw new Error(`${name} also needs ${missing.join(', ')}.`);
  const again = resendCommand([name, ...rest], key);
  const reply = await send({ name, flags, by, key }, again);
  process.stdout.write(`${terminalJson(reply)}\n`);
  if (isUnsettled(reply.code)) process.stderr.write(`${again}\n`);
  return reply.code === 200 ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
