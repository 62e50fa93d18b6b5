import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What a bad line does to a request. */
const faults = [
  ['pass', 0.45],
  // The server never hears of it.
  ['reset', 0.1],
  // The server hears half of it.
  ['cut', 0.08],
  // The server carries it out, and the client never gets the answer.
  ['drop', 0.17],
  // It reaches the server three times at once.
  ['triple', 0.2],
] as const;
type Fault = (typeof faults)[number][0];

export interface FaultyProxy {
  url: string;
  /** Where requests go from now on. */
  aim(url: string): void;
  /** Requests that the server has in whole and has not answered. */
  inFlight(): number;
  /** How often each thing was done to a request. */
  done: Record<Fault, number>;
  close(): Promise<void>;
}

const faultAt = (chance: number): Fault => {
  let left = chance;
  for (const [fault, share] of faults) {
    left -= share;
    if (left < 0) return fault;
  }
  return 'pass';
};

// One request a connection: headers, then as many bytes as they say.
const isWhole = (request: Buffer): boolean => {
  const end = request.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /content-length: (\d+)/i.exec(request.toString('latin1', 0, end))?.[1] ?? 0;
  return request.length >= end + 4 + Number(length);
};

/** A line between clients and server that fails by a seed. It knows bytes, and nothing of what they mean. */
export const startProxy = async (chance: () => number): Promise<FaultyProxy> => {
  const done: Record<Fault, number> = { pass: 0, reset: 0, cut: 0, drop: 0, triple: 0 };
  const open = new Set<Socket>();
  let port = 0;
  let waiting = 0;

  const keep = (socket: Socket): Socket => {
    open.add(socket);
    return socket.on('error', () => {}).on('close', () => open.delete(socket));
  };
  /** Sends bytes to the server; `heard` gets its answer in whole, or null where there was none. */
  const forward = (request: Buffer, heard: (answer: Buffer | null) => void): void => {
    const server = keep(connect(port, '127.0.0.1'));
    const parts: Buffer[] = [];
    let asked = false;
    server.on('connect', () => {
      asked = true;
      waiting += 1;
      server.write(request);
    });
    server.on('data', (part) => parts.push(part));
    server.on('close', () => {
      if (asked) waiting -= 1;
      heard(parts.length ? Buffer.concat(parts) : null);
    });
  };
  const cut = (request: Buffer): void => {
    const server = keep(connect(port, '127.0.0.1'));
    server.write(request.subarray(0, request.length >> 1), () => server.resetAndDestroy());
  };
  const carry = (client: Socket, request: Buffer): void => {
    const fault = faultAt(chance());
    done[fault] += 1;
    const reset = () => void client.resetAndDestroy();
    const answer = (bytes: Buffer | null) => (bytes ? client.end(bytes) : reset());
    const ignore = () => {};
    const ways: Record<Fault, () => void> = {
      pass: () => forward(request, answer),
      reset,
      cut() {
        cut(request);
        reset();
      },
      drop: () => forward(request, reset),
      triple() {
        forward(request, answer);
        forward(request, ignore);
        forward(request, ignore);
      },
    };
    ways[fault]();
  };

  const proxy = createServer((client) => {
    let request = Buffer.alloc(0);
    let carried = false;
    keep(client).on('data', (part) => {
      request = Buffer.concat([request, part]);
      if (carried || !isWhole(request)) return;
      carried = true;
      carry(client, request);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    aim(url) {
      port = Number(new URL(url).port);
    },
    inFlight: () => waiting,
    done,
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => proxy.close(() => resolve()));
    },
  };
};
