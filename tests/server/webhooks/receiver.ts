import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  id: string;
  type: string;
  shop: string;
  data: Record<string, string>;
  /** When it happened, as the event says, and when it came, in milliseconds. */
  sentAt: string;
  at: number;
}

/** How a receiver treats a request; `take` and `lie` store it, and only `take` answers so. */
export type Treatment = 'take' | 'lie' | 'fail' | 'cut' | 'hang' | 'redirect' | 'endless';

export interface Receiver {
  url: string;
  /** What it has stored, in the order in which it came. */
  received: Received[];
  /** Requests whose signature was not right. */
  unsigned: number;
  /** Sets the secret by which it verifies. */
  trust(secret: string): void;
  close(): Promise<void>;
}

/** Verifies a message as the Standard Webhooks scheme says. */
function isSignedBy(secret: string, headers: IncomingMessage['headers'], body: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': sent } = headers;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const [version, signature = ''] = String(sent).split(',');
  const given = Buffer.from(signature, 'base64');
  return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
}

const answers: Record<Treatment, (answer: ServerResponse) => void> = {
  take: (answer) => void answer.writeHead(204).end(),
  lie: (answer) => void answer.writeHead(500).end(),
  fail: (answer) => void answer.writeHead(500).end('no'),
  cut: (answer) => {
    answer.writeHead(200, { 'content-length': 100 });
    answer.write('{"ok":');
    setTimeout(() => answer.socket?.destroy(), 5);
  },
  hang: () => {},
  redirect: (answer) => void answer.writeHead(307, { location: 'http://127.0.0.1:1/inside' }).end(),
  endless: (answer) => void answer.writeHead(200).end(Buffer.alloc(200_000)),
};

/** Starts a receiver of events, which stores those that it takes. `treat` says what happens to a request. */
export async function startReceiver(
  treat: (n: number) => Treatment = () => 'take',
  port = 0,
): Promise<Receiver> {
  const receiver = { received: [] as Received[], unsigned: 0 };
  let secret = '';
  let requests = 0;
  const server = createServer((request, answer) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      if (secret && !isSignedBy(secret, request.headers, body)) receiver.unsigned += 1;
      const treatment = treat(requests++);
      const { type, timestamp, data } = JSON.parse(body);
      if (treatment === 'take' || treatment === 'lie')
        receiver.received.push({
          id: String(request.headers['webhook-id']),
          type,
          shop: data.shop,
          data,
          sentAt: timestamp,
          at: Date.now(),
        });
      answers[treatment](answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/souk`,
    trust(given: string) {
      secret = given;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
