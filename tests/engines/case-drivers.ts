import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Driver, farGuest, type Stage } from '../bridge/cases/driver.ts';
import { endOver } from '../bridge/harness/wire.ts';
import type { Engine, View } from './engine.ts';

const bundled = async (file: string): Promise<string> => {
  const entryPoints = [join(import.meta.dirname, file)];
  const { outputFiles } = await build({ entryPoints, bundle: true, format: 'iife', write: false });
  return outputFiles[0]?.text ?? '';
};

/** A hi without fault, to the guest beside it, from a frame that is not its host. */
const stranger = `
  const p = { version: 1, platform: 'thief', capabilities: ['token'], state: { token: 'thief' } };
  const { port1 } = new MessageChannel();
  parent.frames[0].postMessage({ souk: 1, t: 'hi', n: location.hash.slice(1), p }, '*', [port1]);
  parent.postMessage('struck', '*');
`;

/** Pages with a guest for the cases in them: on their own, and as hosts of a frame beside another one. */
export const serveCases = async () => {
  const scripts = { cases: '../bridge/cases/in-page.ts', relay: 'relay-page.ts' };
  const [cases, relay] = await Promise.all([bundled(scripts.cases), bundled(scripts.relay)]);
  const page = '<!doctype html><meta charset="utf-8">';
  const answers: Readonly<Record<string, string>> = {
    '/guest': `${page}<script src="/cases.js"></script>`,
    '/host': `${page}<script src="/cases.js"></script><script src="/relay.js"></script>
      <iframe src="/guest"></iframe><iframe src="/empty"></iframe>`,
    '/empty': page,
    '/stranger': `${page}<script>${stranger}</script>`,
    '/cases.js': cases,
    '/relay.js': relay,
  };
  const server = createServer(({ url = '' }, response) => {
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(answers[url] ? 200 : 404, { 'content-type': type }).end(answers[url]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, stop: () => void server.close() };
};

interface Way {
  readonly page: '/guest' | '/host';
  /** The window that the guest stands in, as an expression. */
  readonly at: string;
  /** What `connect` is given, as an expression. */
  readonly options: (origin: string) => string;
  /** How the host's page opens its end, where it has one. */
  readonly opened?: string;
}

const native: Way = { page: '/guest', at: 'window', options: () => '{}' };
const ways: Readonly<Record<string, Way>> = {
  iframe: {
    page: '/host',
    at: 'frames[0]',
    options: (origin) => JSON.stringify({ origins: [origin] }),
    opened: 'soukRelay.frame()',
  },
  mount: { page: '/host', at: 'window', options: () => '{ host: soukRelay.mount() }' },
};

/**
 * A channel of an engine, for the cases. One page serves them all. `through` is the native channel that carries what
 * the host's page hears, where the guest's own channel is one between pages.
 */
export const engineDriver = (
  engine: () => Engine,
  name: string,
  { origin, through }: { origin: () => string; through: string },
): Driver & { view(): Promise<View>; close(): Promise<void> } => {
  const way = ways[name] ?? native;
  let opening: Promise<View> | undefined;
  const load = async () => {
    const view = await engine().open(through, { origin: origin() });
    await view.go(origin() + way.page);
    // Both pages' scripts have run by the time that their documents are complete.
    await view.evaluate(`new Promise((resolve) => {
      const look = () => document.readyState === 'complete' && ${way.at}.soukCases ? resolve(null) : setTimeout(look, 5);
      look();
    })`);
    return view;
  };
  const shown = () => {
    opening ??= load();
    return opening;
  };
  const start = async (): Promise<Stage> => {
    const view = await shown();
    const relayed = way !== native;
    const say = (text: string) =>
      void view.evaluate(`(soukRelay.say(${JSON.stringify(text)}), null)`).catch(() => {});
    const end = endOver(relayed ? { hear: view.hear, say } : view);
    const cases = `${way.at}.soukCases`;
    const ask = (call: string, args: readonly unknown[]) =>
      view.evaluate(`${cases}(${JSON.stringify([call, args])})`);
    return {
      transport: through === 'with reply' || through === 'one way' ? (relayed ? name : 'ios') : name,
      end,
      connect: async () => {
        if (way.opened) await view.evaluate(`(${way.opened}, null)`);
        await view.evaluate(`${cases}(['connect', [${way.options(origin())}]])`);
        return farGuest(ask);
      },
      stop: async () => {
        await ask('destroy', []);
        end.close();
      },
    };
  };
  return {
    name,
    start,
    view: shown,
    close: async () => (await opening)?.close(),
  };
};
