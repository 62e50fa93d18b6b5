import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { decisions } from './decisions.ts';
import { flagsOf, missingFlags } from './flags-of.ts';
import { opsKeyFile } from './ops-key.ts';
import { terminalJson } from './terminal-json.ts';

const { env } = process;

function usage(): string {
  const lines = Object.entries(decisions).map(([name, { about }]) => {
    const names = flagsOf(name).map(({ flag, optional }) => (optional ? `[--${flag} …]` : `--${flag} …`));
    return `  ${[name, ...names].join(' ')}\n      ${about}`;
  });
  return [
    'npm run ops -- <decision> [--flag value …] [--by <your name>]',
    'Carries out a decision on the running server. Orders, shops and goods go by id or number.',
    '',
    ...lines,
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

const baseUrl = () => env.SOUK_URL ?? `http://${env.HOST ?? '127.0.0.1'}:${env.PORT ?? '8080'}`;

async function send(name: string, flags: Record<string, string>, by: string | undefined): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    'x-ops-key': readKey(),
    ...(by ? { 'x-ops-by': by } : {}),
  };
  const answer = await fetch(`${baseUrl()}/ops/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(flags),
  }).catch(() => null);
  if (!answer) throw new Error(`No server answers at ${baseUrl()}: start it, or set SOUK_URL.`);
  return answer.text();
}

async function main([name, ...rest]: string[]): Promise<number> {
  if (name === undefined || name === '--help') {
    process.stdout.write(`${usage()}\n`);
    return 0;
  }
  const known = decisions[name];
  if (!known) throw new Error(`There is no decision "${name}". Run npm run ops to see all of them.`);
  const options = Object.fromEntries(
    [...flagsOf(name).map(({ flag }) => flag), 'by'].map((flag) => [flag, { type: 'string' as const }]),
  );
  const { by, ...flags } = parseArgs({ args: rest, options, strict: true }).values as Record<string, string>;
  const missing = missingFlags(name, flags);
  if (missing.length) throw new Error(`${name} also needs ${missing.join(', ')}.`);
  const text = await send(name, flags, by);
  process.stdout.write(`${terminalJson(JSON.parse(text))}\n`);
  return JSON.parse(text).code === 200 ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
