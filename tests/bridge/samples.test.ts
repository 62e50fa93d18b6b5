import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BridgeError, createHost } from '../../bridge/host.ts';
import { nativeEnd } from '../../bridge/packages/react-native/native-end.ts';
import { asWritten, type Row, rows, table } from './harness/golden.ts';

interface Played {
  hear(text: string, from: string): void;
  update(changes: object): void;
  back(): boolean;
  pause(): void;
  resume(): void;
  navigate(path: string): void;
}

const methods = Object.fromEntries(
  Object.entries(table.methods).map(([name, end]) => [
    name,
    () => {
      if ('e' in end) throw end.e === 'denied' ? new BridgeError('denied') : new Error(end.e);
      return end.r;
    },
  ]),
);
const options = { platform: 'test', state: table.state as never, methods: methods as never };

/** Every host that answers in this process: how it is made, given where its messages go. */
const hosts: Readonly<Record<string, (tell: (text: string) => void) => Played>> = {
  'the web host': (tell) => {
    let receive: (data: unknown) => void = () => {};
    const host = createHost(
      {
        open: (hear) => {
          receive = hear;
        },
        send: (message) => tell(JSON.stringify(message)),
        close: () => {},
      },
      options,
    );
    // Where a message comes from is its end's business, which tests/bridge/web-host.test.ts looks at.
    return { ...host, hear: (text, from) => from === table.origin && receive(text) };
  },
  'the host of React Native': (tell) => {
    const { end, hear } = nativeEnd(table.origin, tell);
    return { ...createHost(end, options), hear };
  },
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

test('the host of React Native accepts messages from exactly our origin', () => {
  const replies: string[] = [];
  const host = hosts['the host of React Native']?.((text) => replies.push(text));
  const hello = JSON.stringify(rows.find(({ about }) => about.startsWith('a greeting is'))?.page);
  for (const url of ['https://souk.example@evil.example/', 'http://souk.example/', 'about:blank', ''])
    host?.hear(hello, url);
  expect(replies).toEqual([]);
  host?.hear(hello, `${table.origin}/shopCenter#lang=ar`);
  expect(replies).toHaveLength(1);
});

test('the host of React Native hears a page whose origin was written with a slash at its end', () => {
  const heard: unknown[] = [];
  const { end, hear } = nativeEnd(`${table.origin}/`, () => {});
  end.open((text) => heard.push(text));
  hear('hello', `${table.origin}/shopCenter`);
  expect(heard).toEqual(['hello']);
});

test.each(['SoukHost.kt', 'SoukHost.swift', 'souk_host.dart'])(
  'the sample %s is short, logs nothing, and says that it is not compiled here',
  (file) => {
    const text = readFileSync(new URL(`../../bridge/samples/${file}`, import.meta.url), 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
    expect(text).not.toMatch(/console\.|\bprint\(|println|debugPrint|NSLog|os_log|Log\.[dewiv]\(/);
    expect(text).toMatch(/^\/\/ Not compiled here/);
  },
);
