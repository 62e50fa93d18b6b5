import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface ThrottledProxy {
  url: string;
  close(): Promise<void>;
}

/** Opens a proxy to a server that forwards so many bytes a second upwards, and everything downwards. */
export const startThrottledProxy = async (to: string, bytesPerSecond: number): Promise<ThrottledProxy> => {
  const { hostname, port } = new URL(to);
  const each = 20;
  const line = createServer((client) => {
    const server = connect(Number(port), hostname);
    server.pipe(client);
    for (const socket of [client, server]) socket.on('error', () => {});
    client.on('close', () => server.destroy());
    const carry = async () => {
      for await (const part of client as AsyncIterable<Buffer>)
        for (let at = 0; at < part.length && !server.destroyed; at += (bytesPerSecond * each) / 1000) {
          server.write(part.subarray(at, at + (bytesPerSecond * each) / 1000));
          await pause(each);
        }
    };
    carry().catch(() => {});
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => line.close(() => resolve())),
  };
};
