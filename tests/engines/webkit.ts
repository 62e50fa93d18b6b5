import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Hear } from '../bridge/harness/wire.ts';
import { type Engine, expressionOf, type View, type ViewOptions } from './engine.ts';
import { missingWebKit } from './engines-there.ts';

type HostLine = { id?: number; is?: unknown; fails?: string; ready?: string } & {
  view?: string;
  text?: string;
  reply?: number | null;
};

/** Starts a virtual display; returns its name. */
const startScreen = async (): Promise<{ name: string; stop(): void }> => {
  const flags = ['-displayfd', '3', '-screen', '0', '800x1000x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise<string>((resolve, reject) => {
    child.once('error', () => reject(new Error(missingWebKit)));
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)));
    child.stdio[3]?.once('data', (data) => resolve(`${data}`.trim()));
  });
  return { name: `:${number}`, stop: () => void child.kill() };
};

const ended = (child: ChildProcess) => new Promise<void>((resolve) => child.once('exit', () => resolve()));

/**
 * WebKitGTK in a separate native host. Channels: `with reply` and `one way`, the two script message handlers;
 * `guarded`, the second where the host's script lets only the main frame of one origin be heard; and `none`.
 */
export async function startWebKit(): Promise<Engine> {
  const screen = await startScreen();
  const home = mkdtempSync(join(tmpdir(), 'souk-webkit-'));
  const child = spawn('/usr/bin/python3', [join(import.meta.dirname, 'webkit-host.py')], {
    env: {
      PATH: process.env.PATH,
      HOME: home,
      DISPLAY: screen.name,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      LANG: 'C.UTF-8',
    },
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const hearers = new Map<string, Hear>();
  let last = 0;
  const order = <T>(act: string, fields: object): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (child.exitCode !== null || child.signalCode) throw new Error(`WebKitGTK has ended: ${log}`);
      last += 1;
      waiting.set(last, { resolve: resolve as (value: unknown) => void, reject });
      child.stdin.write(`${JSON.stringify({ id: last, do: act, ...fields })}\n`);
    });

  const hear = ({ id, is, fails, view, text, reply }: HostLine): void => {
    if (id !== undefined) {
      const { resolve, reject } = waiting.get(id) ?? {};
      waiting.delete(id);
      if (fails === undefined) resolve?.(is);
      else reject?.(new Error(fails));
    }
    if (view === undefined || text === undefined) return;
    const answer = (answered: string | null) => void order('answer', { reply, text: answered ?? '' });
    hearers.get(view)?.(text, typeof reply === 'number' ? answer : undefined);
  };

  const over = ended(child);
  const version = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const reply = JSON.parse(line) as HostLine;
      if (reply.ready) resolve(reply.ready);
      else hear(reply);
    });
    void over.then(() => reject(new Error(`WebKitGTK did not start: ${log}`)));
  }).catch((error) => {
    screen.stop();
    throw error;
  });
  void over.then(() => {
    const how = child.signalCode ?? child.exitCode;
    for (const { reject } of waiting.values()) reject(new Error(`WebKitGTK ended by ${how}: ${log}`));
  });

  let views = 0;
  const open = async (channel: string, { origin, scripts = [] }: ViewOptions): Promise<View> => {
    views += 1;
    const view = `${views}`;
    const everywhere = scripts.map((source) => [source, 'all']);
    const { guard, check } = guarded(origin);
    const isGuarded = channel === 'guarded';
    await order('open', {
      view,
      handler: isGuarded ? 'one way' : channel === 'none' ? null : channel,
      scripts: isGuarded ? [guard, ...everywhere] : everywhere,
    });
    const evaluate = async <T>(expression: string): Promise<T> =>
      JSON.parse(
        await order<string>('call', { view, body: `return JSON.stringify(await ${expression}) ?? 'null'` }),
      );
    return {
      hear: (given) => void hearers.set(view, isGuarded ? check(given) : given),
      say: (text) => {
        evaluate(`soukBridge.receive(${JSON.stringify(text)})`).catch(() => {});
      },
      go: (url) => order('load', { view, url }),
      reload: () => order('reload', { view }),
      evaluate,
      run: (act, ...args) => evaluate(expressionOf(act, args)),
      addresses: () => order('addresses', { view }),
      log: () => log,
      close: async () => {
        hearers.delete(view);
        await order('close', { view });
      },
    };
  };

  return {
    says: `WebKitGTK ${version}`,
    open,
    close: async () => {
      child.stdin.end();
      await over;
      screen.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/**
 * WebKitGTK does not say which frame a message came from. So the host puts a script into main frames alone, before any
 * other, and in those of one origin it marks the messages there with a secret that no other frame has.
 */
const guarded = (origin: string) => {
  const secret = `${crypto.randomUUID()} `;
  const mark = `if (location.origin === ${JSON.stringify(origin)}) {
    const { souk } = webkit.messageHandlers;
    const post = souk.postMessage.bind(souk);
    Object.defineProperty(souk, 'postMessage', { value: (text) => post(${JSON.stringify(secret)} + text) });
    Object.defineProperty(window, 'soukHandler', { value: souk }); // Keeps its wrapper alive.
  }`;
  return {
    guard: [mark, 'main'],
    check:
      (hear: Hear): Hear =>
      (text, answer) => {
        if (text.startsWith(secret)) hear(text.slice(secret.length), answer);
      },
  };
};
