import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dist } from '../harness/built.ts';
import { compiled } from './compiled.ts';

/** A module that compiles where the types name every value that a script exports, and no other. */
const exact = async (end: string): Promise<string> => {
  const script = Object.keys(await import(join(dist, `${end}.js`)));
  const values = script.map((name) => `const ${name}: typeof all.${name} = all.${name}; void ${name};`);
  const named = script.map((name) => `'${name}'`).join(' | ');
  const noOther = `const none: Exclude<keyof typeof all, ${named}> extends never ? true : false = true; void none;`;
  return `import * as all from './${end}.js';\n${[...values, noOther].join('\n')}`;
};

test('a host and a guest of others compile against what is published, and a wrong word in either does not', async () => {
  const right = `
    import { BridgeError, connect, type Guest, type HostState, type Methods, type Params } from './bridge.js';
    import { createHost, createHostObject, hostFrame, type Events, type HostMethods } from './host.js';
    const state: HostState = { token: null, lang: 'ar', insets: { top: 1, right: 0, bottom: 2, left: 0 } };
    const methods: HostMethods = {
      token: async ({ force }) => ({ token: force ? 'new' : 'kept' }),
      scan: () => ({ text: 'SOUK-7' }),
      close: ({ dirty }) => { if (dirty) throw new BridgeError('denied'); return {}; },
    };
    const { host, end } = createHostObject();
    createHost(end, { platform: 'web', methods, state }).update({ theme: 'dark' });
    hostFrame(document.createElement('iframe'), 'https://souk.example', { platform: 'web', methods }).back();
    const guest: Guest = connect({ app: 'theirs', build: '1', host });
    const said: Promise<Methods['scan']['result']> = guest.request('scan', {});
    guest.on('state', ({ lang }: Events['state']) => lang?.length);
    const shared: Params<'share'> = { url: 'https://souk.example' };
    guest.note('back', { depth: 1 });
    void [said, shared];
  `;
  const wrong = `
    // @ts-expect-error: no such method
    guest.request('teleport', {});
    // @ts-expect-error: a parameter of another kind
    guest.request('close', { dirty: 'no' });
    // @ts-expect-error: no such event
    guest.on('explode', () => {});
    // @ts-expect-error: an answer without its field
    createHost(end, { platform: 'web', methods: { scan: () => ({}) } });
    // @ts-expect-error: no such theme
    createHost(end, { platform: 'web', methods: {} }).update({ theme: 'pink' });
  `;
  const modules = {
    'theirs.ts': right + wrong,
    'bridge-values.ts': await exact('bridge'),
    'host-values.ts': await exact('host'),
  };
  expect(compiled(['bridge.js', 'bridge.d.ts', 'host.js', 'host.d.ts'], modules)).toBe('');
});
