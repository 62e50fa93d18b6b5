import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BridgeError, createHost } from '../../bridge/host.ts';
import { createSoukHost, denied } from '../../bridge/samples/react-native/souk-host.ts';
import { asWritten, type Row, rows, table } from './harness/golden.ts';

interface Played {
  hear(text: string, from: string): void;
  update(changes: object): void;
  back(): boolean;
  pause(): void;
  resume(): void;
  navigate(path: string): void;
}

const methodsWith = (refusal: (code: string) => unknown) =>
  Object.fromEntries(
    Object.entries(table.methods).map(([name, end]) => [
      name,
      () => {
        if ('e' in end) throw refusal(end.e);
        return end.r;
      },
    ]),
  );

/** Every host that answers in this process: how it is made, given what it may do and where its events go. */
const hosts: Readonly<Record<string, (tell: (text: string) => void) => Played>> = {
  'the web host': (tell) => {
    let receive: (data: unknown) => void = () => {};
    const methods = methodsWith((code) => (code === 'denied' ? new BridgeError('denied') : new Error(code)));
    const host = createHost(
      {
        open: (hear) => {
          receive = hear;
        },
        send: (message) => tell(JSON.stringify(message)),
        close: () => {},
      },
      { platform: 'web', state: table.state as never, methods: methods as never },
    );
    // Where a message comes from is its end's business, which tests/bridge/web-host.test.ts looks at.
    return { ...host, hear: (text, from) => from === table.origin && receive(text) };
  },
  'the React Native sample': (deliver) =>
    createSoukHost({
      origin: table.origin,
      state: table.state,
      methods: methodsWith((code) => (code === 'denied' ? denied : new Error(code))) as never,
      deliver,
    }),
};

test.each(Object.entries(hosts))('%s answers every message as the table says', async (_, create) => {
  const replies: string[] = [];
  const host = create((text) => replies.push(text));
  const act = ({ page, from = table.origin, does, with: changes = {} as { path?: string } }: Row) => {
    if (does === 'navigate') return host.navigate(`${changes.path}`);
    if (does) return host[does](changes);
    host.hear(typeof page === 'string' ? page : JSON.stringify(page), from);
  };
  for (const row of rows) {
    replies.length = 0;
    const answer = act(row);
    await new Promise(setImmediate);
    expect(replies.map(asWritten), row.about).toEqual(row.host);
    if (row.answers !== undefined) expect(answer, row.about).toBe(row.answers);
  }
});

test('the React Native sample accepts messages from exactly our origin', () => {
  const replies: string[] = [];
  const host = hosts['the React Native sample']?.((text) => replies.push(text));
  const hello = JSON.stringify(rows.find(({ about }) => about.startsWith('a greeting is'))?.page);
  for (const url of ['https://souk.example@evil.example/', 'http://souk.example/', 'about:blank', ''])
    host?.hear(hello, url);
  expect(replies).toEqual([]);
  host?.hear(hello, `${table.origin}/shopCenter#lang=ar`);
  expect(replies).toHaveLength(1);
});

const samples = [
  'SoukHost.kt',
  'SoukHost.swift',
  'souk_host.dart',
  'react-native/souk-host.ts',
  'react-native/souk-view.tsx',
];

const notCompiled = ['SoukHost.kt', 'SoukHost.swift', 'souk_host.dart'];

test.each(samples)(
  'the sample %s is short, logs nothing, and says so where it is not compiled here',
  (file) => {
    const text = readFileSync(new URL(`../../bridge/samples/${file}`, import.meta.url), 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
    expect(text).not.toMatch(/console\.|\bprint\(|println|debugPrint|NSLog|os_log|Log\.[dewiv]\(/);
    expect(text.startsWith('// Not compiled here')).toBe(notCompiled.includes(file));
  },
);
