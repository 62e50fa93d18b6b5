// npm run conform: checks any server against the contract or the specification, and changes nothing there.
import { parseArgs } from 'node:util';
import { codes } from '../contract/errors.ts';
import { ask, type Server } from './ask.ts';
import { conform } from './conform.ts';
import { codeOf } from './envelope.ts';
import { requireSelection } from './only.ts';
import { reportOf } from './report.ts';

const usage =
  'npm run conform -- --url http://127.0.0.1:8080/api --user <name> --password <word> [--only <call or group>]';

const noAnswer = (url: string, error: unknown): Error => {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return new Error(
    `No answer from ${url}${code ? ` (${code})` : ''}. Is the server running, and is that its address?`,
  );
};

async function signIn(server: Server, username: string, password: string): Promise<string> {
  const answer = await ask(server, 'POST /login', { username, password }).catch((error: unknown) => {
    throw noAnswer(server.url, error);
  });
  const token = (answer.body as { data?: { token?: unknown } } | undefined)?.data?.token;
  if (typeof token === 'string') return token;
  const result = `HTTP ${answer.status}, code ${codeOf(answer) ?? 'none'}`;
  const remedy =
    codeOf(answer) === codes.codeRequired
      ? 'It wants a verification code as well: switch that off for this name while you check, with Souk by SOUK_VERIFY=never.'
      : 'Check the name and the password.';
  throw new Error(`No sign-in at ${server.url}: ${result}. ${remedy}`);
}

/** @throws Error which says how the command is written, where an option is misspelt or has no value */
function readOptions(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args, options: { url: text, user: text, password: text, only: text } }).values;
  } catch (error) {
    throw new Error(`${(error as Error).message}. Write it like this:\n${usage}`);
  }
}

async function main(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const { url, user, password, only } = readOptions(args);
  if (!url || !user || !password) throw new Error(usage);
  const isAsked = requireSelection(only);
  const server: Server = { url: url.replace(/\/$/, ''), fetch };
  const token = await signIn(server, user, password);
  // All are asked, as one call's input comes from the answer of another.
  const findings = (await conform(server, token)).filter(({ name }) => isAsked(name));
  await ask(server, 'POST /logout', {}, token);
  process.stdout.write(`${reportOf(findings).join('\n')}\n`);
  return findings.some(({ faults }) => faults.length > 0) ? 1 : 0;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  },
);
