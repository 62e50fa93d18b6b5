// A balancer for tests and measurements, by the rules that docs/scale.md gives for nginx.
import { Agent, createServer, request } from 'node:http';

/**
 * Starts a proxy before several servers; it removes its prefix, if any, as a proxy of a subpath does. A request of which a
 * server has begun no answer goes to the next one: each call of the contract may be sent twice.
 * @typedef {Awaited<ReturnType<typeof startBalancer>>} Balancer
 */
export async function startBalancer(prefix = '') {
  /** @type {URL[]} */
  let targets = [];
  const turns = { page: 0, file: 0 };
  let resent = 0;
  const agent = new Agent({ keepAlive: true });

  const pass = (incoming, answer, { body, turn, tries, by }) => {
    const { method, headers, url: path } = incoming;
    const { hostname, port } = targets[turn % targets.length];
    const onward = request({ agent: by, hostname, port, method, headers, path: path.slice(prefix.length) });
    onward.on('response', (response) => {
      answer.writeHead(response.statusCode, response.headers);
      response.on('error', () => answer.destroy()).pipe(answer);
    });
    onward.on('error', () => {
      if (answer.headersSent) return void answer.destroy();
      if (tries <= 1) return void answer.writeHead(502).end();
      resent += 1;
      // By a new connection: others that were kept may have ended as well.
      pass(incoming, answer, { body, turn: turn + 1, tries: tries - 1, by: false });
    });
    onward.end(body);
  };

  const server = createServer(async (incoming, answer) => {
    if (!incoming.url?.startsWith(`${prefix}/`)) return void answer.writeHead(404).end('of somebody else');
    const parts = await incoming.toArray().catch(() => null);
    if (!parts) return;
    // Pages are counted apart, so that two visits meet both servers.
    const turn = turns[incoming.headers['sec-fetch-mode'] === 'navigate' ? 'page' : 'file']++;
    pass(incoming, answer, { body: Buffer.concat(parts), turn, tries: targets.length, by: agent });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    /**
     * Sends requests to these servers from now on, in turn; pages are counted apart, so two visits meet both.
     * @param {readonly { url: string }[]} servers
     */
    send(servers) {
      targets = servers.map(({ url }) => new URL(url));
    },
    /** How many requests were sent to another server, as the first gave no answer. */
    resent: () => resent,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
