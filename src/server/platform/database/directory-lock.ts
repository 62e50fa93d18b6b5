import { createHash } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { connect, createServer, type ListenOptions, type Server } from 'node:net';
import { DatabaseRefused } from './database-refused.ts';

/**
 * The lock of a data directory. The embedded database does not detect a second process, and both then lose rows. So a
 * listening socket guards the directory: binding it is atomic, and it ends with its process, kill -9 included. It
 * excludes processes of one machine (one network namespace); a directory is for one machine.
 */
export interface DirectoryLock {
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

// The holder sends its process id to each connection, unless it is busy starting.
const askHolder = (address: ListenOptions): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    const socket = connect(address as { path: string });
    const done = () => {
      socket.destroy();
      resolve(/^souk (\d+)$/.exec(received)?.[1] ?? '');
    };
    socket.setEncoding('utf8').setTimeout(2_000, done);
    socket.on('data', (text) => {
      received += text;
    });
    socket.on('end', done).on('error', done);
  });

/** Locks the directory for this process, or throws a sentence that names the holder. */
export const lockDirectory = async (directory: string): Promise<DirectoryLock> => {
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
