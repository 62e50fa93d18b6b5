import { createHash } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { connect, createServer, type ListenOptions, type Server } from 'node:net';
import { DatabaseRefused } from './database-refused.ts';

/**
 * The embedded database lets a second process in without a word, and both then lose rows. So the directory is
 * guarded by a listening socket: binding it is atomic, and it is gone with its process, kill -9 included.
 * It guards against processes of one machine (one network namespace); a directory is for one machine.
 */
export interface Lock {
  release(): Promise<void>;
}

// Device and inode: the same directory under another path or behind a link is the same lock.
const nameOf = (directory: string): Buffer => {
  const { dev, ino } = statSync(directory);
  return createHash('sha256').update(`souk ${dev}:${ino}`).digest();
};

const addressOf = (directory: string): ListenOptions => {
  const name = nameOf(directory);
  const text = `souk-${name.toString('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return { path: `\0${text}` };
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\${text}` };
  return { host: '127.0.0.1', port: 20_000 + (name.readUInt32BE() % 12_000), exclusive: true };
};

const listen = (server: Server, address: ListenOptions): Promise<boolean> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(address, () => resolve(true));
  });

// The holder says its process id to whoever connects, unless it is busy starting.
const askHolder = (address: ListenOptions): Promise<string> =>
  new Promise((resolve) => {
    let said = '';
    const socket = connect(address as { path: string });
    const done = () => {
      socket.destroy();
      resolve(/^souk (\d+)$/.exec(said)?.[1] ?? '');
    };
    socket.setEncoding('utf8').setTimeout(2_000, done);
    socket.on('data', (text) => {
      said += text;
    });
    socket.on('end', done).on('error', done);
  });

/** Holds the directory for this process, or refuses with a sentence that says who has it. */
export const holdLock = async (directory: string): Promise<Lock> => {
  mkdirSync(directory, { recursive: true });
  const address = addressOf(directory);
  const server = createServer((socket) => socket.on('error', () => {}).end(`souk ${process.pid}`));
  if (!(await listen(server, address))) {
    const holder = await askHolder(address);
    const who = holder ? `Another Souk server (process ${holder})` : 'Another program';
    throw new DatabaseRefused(
      `${who} is using the data in ${directory}. Stop it first, or set SOUK_DATA to another directory.`,
      'in-use',
    );
  }
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
};
