import { setFlagsFromString } from 'node:v8';
import { distDir } from './directories.ts';
import { readBuiltLangs } from './http/site/dist-files.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { demoLogin } from './platform/config/demo-login.ts';
import { ConfigError } from './platform/config/env.ts';
import { DatabaseRefused } from './platform/database/database-refused.ts';
import { type Log, streamLog } from './platform/log.ts';
import { type RunningServer, startServer } from './start.ts';

// By itself the engine lets its heap grow to four times what is in use before it collects: the heap of a server at
// 50 requests a second went from 45 MB to 200. At half more than is in use its answers take as long.
setFlagsFromString('--heap-growing-percent=50');

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Returns a sentence that names the fix, or null where only a stack trace helps. */
const explain = (error: unknown): string | null => {
  if (error instanceof ConfigError)
    return `Souk cannot start:\n${error.problems.map((one) => `- ${one}`).join('\n')}`;
  if (error instanceof DatabaseRefused) return `Souk cannot start: ${error.message}`;
  if (!(error instanceof Error) || !('code' in error)) return null;
  const { PORT: port = '8080', HOST: host = '127.0.0.1' } = process.env;
  if (error.code === 'EADDRINUSE')
    return `Souk cannot start: port ${port} is taken. Set PORT to another one.`;
  if (error.code === 'EACCES')
    return `Souk cannot start: port ${port} may not be opened by this user. Set PORT to one above 1023.`;
  if (error.code === 'EADDRNOTAVAIL')
    return `Souk cannot start: this machine has no address ${host}. Set HOST to one it has.`;
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return `Souk cannot start: HOST is "${host}", a name that leads to no address. Set HOST to an address of this machine.`;
  if ('syscall' in error && error.syscall === 'mkdir')
    return `Souk cannot start: no data can lie in ${process.env.SOUK_DATA ?? '.souk'} (${error.code}). Set SOUK_DATA to a directory that may be written.`;
  return null;
};

// 2 tells a supervisor that the data is in use or must not be touched: restarting at once would not help.
const exitCodeOf = (error: unknown): number => (error instanceof DatabaseRefused ? 2 : 1);

const greet = (config: Config, server: RunningServer): void => {
  const url = server.url + config.basePath;
  const data = config.databaseUrl ? 'the database of DATABASE_URL' : config.dataDir;
  if (!config.demo) {
    say(`Souk is ready.\n  App:   ${url}/shopCenter\n  Stop:  Ctrl-C. Its data is in ${data}.`);
    return;
  }
  const { username, password, payPassword } = demoLogin;
  say('Souk is ready: a DEMO, whose market is simulated and moves no real money.');
  say(`  App:   ${url}/shopCenter   (/host plays an app around it, /docs explains the calls)`);
  say(`  Demo:  user ${username}, password ${password}, payment password ${payPassword}`);
  const place = config.databaseUrl ? 'database' : 'SOUK_DATA';
  say(`  Stop:  Ctrl-C. Its data is in ${data}; SOUK_DEMO=0 and another ${place} have no demo.`);
};

/**
 * Writes the log to stderr; in a demo with a database of its own without the lines of a start, which would bury the four
 * that a visitor needs.
 */
const logOf = ({ demo, databaseUrl }: Config) => {
  const log = streamLog(process.stderr, systemClock);
  let isQuiet = demo && databaseUrl === null;
  const info: Log['info'] = (event, fields) => {
    if (!isQuiet) log.info(event, fields);
  };
  const started = () => {
    isQuiet = false;
  };
  return { log: { ...log, info }, started };
};

const run = async (): Promise<void> => {
  const config = readConfig(process.env, await readBuiltLangs(distDir));
  // Unknown variables do not stop the start: they may be meant for something else in the container.
  for (const name of config.unread)
    process.stderr.write(`${name} is set, and Souk reads no such variable with the others as they are.\n`);
  // An argument of the development build and no variable: in production it would swap pages half-way.
  const follow = process.argv.includes('--follow');
  const { log, started } = logOf(config);
  const server = await startServer(config, log, { follow });
  started();
  const end = () => {
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  // Printed last, so that a supervisor that waits for these words may stop the server as soon as it reads them.
  greet(config, server);
};

run().catch((error: unknown) => {
  process.stderr.write(`${explain(error) ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exit(exitCodeOf(error));
});
