import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BridgeError } from '../../bridge/errors.ts';
import { connect } from '../../bridge/guest/connect.ts';
import { createHost, type Host, type HostMethods } from '../../bridge/host.ts';
import { createHostObject } from '../../bridge/host-end/object-end.ts';
import type { HostState } from '../../bridge/protocol.ts';
import { config, configure } from '../../src/data/config.ts';
import { capabilities, openUrl } from '../../src/data/host.ts';
import { scan } from '../../src/data/scan.ts';
import { session, setToken } from '../../src/data/session.ts';
import { removeToast, toast, toasts } from '../../src/data/toast.ts';
import { createNavigator, type Navigator } from '../../src/location.ts';
import { followHost, followOutsideLinks } from '../../src/shell/deferred-shell.tsx';
import { traceOf } from '../../src/shell/host-state.ts';
import { memoryHistory } from '../../src/shell/memory-history.ts';
import { isHidden } from '../../src/shell/visibility.ts';
import { removeDraft, saveDraft } from '../../src/ui/draft.ts';
import { fakeTimers } from '../bridge/harness/fake-timers.ts';

let root: HTMLElement;
let place: Navigator;
let host: Host;
let asked: [method: string, params: object][];
let notes: [name: string, params: object][];
const resumed = vi.fn();
const undo: (() => void)[] = [];
const soon = (look: () => void) => vi.waitFor(look, { interval: 2, timeout: 4_000 });

/** A host in this page; what it does beyond noting what it was asked. */
async function beHost(does: HostMethods) {
  const methods = Object.fromEntries(
    Object.entries(does).map(([name, act]) => [
      name,
      (params: never) => {
        asked.push([name, params]);
        return (act as (given: never) => object)(params);
      },
    ]),
  );
  const { host: object, end } = createHostObject();
  host = createHost(end, { platform: 'test', methods, onNote: (name, params) => notes.push([name, params]) });
  const guest = connect({ app: 'souk', build: 'test', host: object });
  configure({ guest: async () => guest });
  undo.push(guest.destroy, host.destroy, followHost(root, place, resumed), followOutsideLinks(root));
  await soon(() => expect(notes.some(([name]) => name === 'back')).toBe(true));
}

beforeEach(() => {
  [asked, notes] = [[], []];
  root = document.createElement('div');
  document.body.append(root);
  place = createNavigator({ history: memoryHistory(), root });
  undo.push(place.start());
});
afterEach(() => {
  for (const end of undo.splice(0).reverse()) end();
  configure({ guest: undefined });
  root.remove();
  resumed.mockClear();
  vi.unstubAllGlobals();
  for (const { id } of toasts.value) removeToast(id);
});

const press = (html: string) => {
  root.innerHTML = html;
  (root.firstElementChild as HTMLElement).click();
};
const pressed = () => {
  const opened: string[] = [];
  const look = (event: Event) => {
    opened.push((event.target as HTMLAnchorElement).href);
    event.preventDefault();
  };
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLElement,
  ) {
    look({ target: this, preventDefault() {} } as never);
  });
  undo.push(() => click.mockRestore());
  return opened;
};

describe('the host’s back', () => {
  test('closes what is open, then goes a screen back, then leaves Souk', async () => {
    await beHost({ close: () => ({}) });
    place.route('/wallet');
    const closed = vi.fn(() => {
      lift();
      return true;
    });
    const lift = place.guard(closed);
    await soon(() => expect(notes.at(-1)).toEqual(['back', { depth: 2 }]));
    expect(host.back()).toBe(true);
    await soon(() => expect(closed).toHaveBeenCalledOnce());
    expect(place.currentUrl()).toBe('/wallet');
    await soon(() => expect(notes.at(-1)).toEqual(['back', { depth: 1 }]));
    host.back();
    await soon(() => expect(place.currentUrl()).toBe('/'));
    await soon(() => expect(notes).toContainEqual(['back', { depth: 0 }]));
    expect(host.back()).toBe(false);
    expect(asked).toEqual([]);
  });

  test.each([
    ['nothing is', false],
    ['what was typed and not sent is', true],
  ])(
    'asks on the first screen before typed text is lost, and closes Souk on consent: %s lost',
    async (_, dirty) => {
      if (dirty) saveDraft('withdraw', { amount: '20.00' });
      undo.push(() => removeDraft('withdraw'));
      await beHost({ close: () => ({}) });
      const agreed = vi.fn<(leave: () => void) => void>();
      undo.push(
        place.guard((go) => {
          agreed(go);
          return true;
        }),
      );
      await soon(() => expect(notes.at(-1)).toEqual(['back', { depth: 1 }]));
      host.back();
      await soon(() => expect(agreed).toHaveBeenCalledOnce());
      expect(asked).toEqual([]);
      agreed.mock.calls[0]?.[0]();
      await soon(() => expect(asked).toEqual([['close', { dirty }]]));
    },
  );
});

test('a host leads to screens of Souk, without a slash at the end and what follows the hash; an address of none moves nothing and is logged', async () => {
  await beHost({});
  place.route('/wallet');
  const seen: string[] = [];
  undo.push(place.url.subscribe((url) => seen.push(url)));
  for (const path of ['/nowhere', '/wallet/nowhere', '/orderList/?status=shipped#token=x'])
    host.navigate(path);
  await soon(() => expect(place.currentUrl()).toBe('/orderList?status=shipped'));
  expect(seen).toEqual(['/wallet', '/orderList?status=shipped']);
  const logged = notes.filter(([name]) => name === 'log');
  expect(logged).toEqual(
    ['/nowhere', '/wallet/nowhere'].map((path) => [
      'log',
      {
        level: 'warn',
        text: expect.stringContaining(`unknown_path: there is no screen at "${path}"`),
        code: 'unknown_path',
      },
    ]),
  );
});

test('a host that goes back on the first screen asks Souk first where something typed would be lost', async () => {
  await beHost({ close: () => ({}) });
  expect(host.back()).toBe(false);
  saveDraft('feedback', { content: 'Half a word' });
  await soon(() => expect(notes.at(-1)).toEqual(['back', { depth: 1 }]));
  expect(host.back()).toBe(true);
  await soon(() => expect(asked).toEqual([['close', { dirty: true }]]));
  removeDraft('feedback');
  await soon(() => expect(notes.at(-1)).toEqual(['back', { depth: 0 }]));
  expect(host.back()).toBe(false);
});

test('a host that cannot be asked to close leaves, as its back would do nothing', async () => {
  saveDraft('feedback', { content: 'Half a word' });
  undo.push(() => removeDraft('feedback'));
  await beHost({});
  await soon(() => expect(notes).toContainEqual(['dirty', { value: true }]));
  expect(host.back()).toBe(false);
});

test('a host hears when leaving would lose something typed, and when it no longer would', async () => {
  await beHost({});
  saveDraft('feedback', { content: 'Half a word' });
  saveDraft('feedback', { content: 'Half a word more' });
  saveDraft('feedback', { content: '' });
  saveDraft('note.7', { note: 'as it was' }, { note: 'as it was' });
  await soon(() => expect(notes.filter(([name]) => name === 'dirty')).toHaveLength(2));
  expect(notes.filter(([name]) => name === 'dirty')).toEqual([
    ['dirty', { value: true }],
    ['dirty', { value: false }],
  ]);
});

describe('a host that answers late', () => {
  const wake = async (state: HostState) => {
    const { host: object, end } = createHostObject();
    const clock = fakeTimers();
    const guest = connect({ app: 'souk', build: 'test', host: object, timers: clock.timers });
    configure({ guest: async () => guest });
    undo.push(guest.destroy, followHost(root, place, resumed));
    clock.advance(3_000);
    expect((await guest.ready).platform).toBe('none');
    const methods = { pickFile: () => ({ name: 'id.png', type: 'image/png', base64: '' }) };
    host = createHost(end, { platform: 'late', methods, state });
    undo.push(host.destroy);
    clock.advance(4_000);
    await soon(() => expect(capabilities.value).toEqual(['pickFile']));
  };

  test('is used like one that was there from the beginning', async () => {
    await wake({ theme: 'dark', keyboard: 12 });
    await soon(() => expect(root.dataset.theme).toBe('dark'));
    expect(root.style.getPropertyValue('--souk-keyboard')).toBe('12px');
    expect(capabilities.value).toEqual(['pickFile']);
    root.innerHTML = '<input type="file">';
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true });
    root.firstElementChild?.dispatchEvent(click);
    expect(click.defaultPrevented).toBe(true);
  });

  test('keeps a sign-in inside Souk out of the storage from then on', async () => {
    configure({ signInTokenStorage: 'local' });
    undo.push(() => setToken(null));
    await wake({ lang: 'en' });
    setToken('typed-in-beside-a-host', 'sign-in');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('typed-in');
  });

  test('has its methods used even where it says nothing of its state', async () => {
    await wake({});
    expect(capabilities.value).toEqual(['pickFile']);
  });
});

test('a person who comes back sees current data, and nothing is polled meanwhile', async () => {
  await beHost({});
  host.pause();
  await soon(() => expect(isHidden()).toBe(true));
  host.resume();
  await soon(() => expect(isHidden()).toBe(false));
  expect(resumed).toHaveBeenCalledOnce();
});

test('what the host covers is kept clear, and is free again without it', async () => {
  await beHost({});
  host.update({ insets: { top: 24, right: 0, bottom: 16, left: 0 }, keyboard: 291, theme: 'dark' });
  await soon(() => expect(root.style.getPropertyValue('--souk-keyboard')).toBe('291px'));
  expect(root.style.getPropertyValue('--souk-inset-bottom')).toBe('16px');
  expect(root.dataset.theme).toBe('dark');
  for (const end of undo.splice(0).reverse()) end();
  expect(root.style.cssText).toBe('');
  expect(root.dataset.theme).toBeUndefined();
});

test('calls go elsewhere only within the server that the page names', async () => {
  configure({ api: 'https://shop.example/api' });
  undo.push(() => configure({ api: '/api' }));
  await beHost({});
  host.update({ api: 'https://evil.example/api', theme: 'light' });
  await soon(() => expect(root.dataset.theme).toBe('light'));
  expect(config.api).toBe('https://shop.example/api');
  // None at all, but the rest of the word counts.
  host.update({ api: 'https://%', keyboard: 7 });
  await soon(() => expect(root.style.getPropertyValue('--souk-keyboard')).toBe('7px'));
  host.update({ api: 'https://', token: null });
  await soon(() => expect(session.value.status).toBe('signed-out'));
  host.update({ api: 'https://shop.example/eu/api/' });
  await soon(() => expect(config.api).toBe('https://shop.example/eu/api'));
  expect(resumed).toHaveBeenCalledOnce();
});

describe('a link', () => {
  test.each([
    ['out of Souk', '<a href="https://help.example/chat">', 'https://help.example/chat'],
    ['to write a letter', '<a href="mailto:help@operator.example">', 'mailto:help@operator.example'],
  ])('%s is opened by the host', async (_, html, url) => {
    await beHost({ openUrl: () => ({}) });
    press(html);
    await soon(() => expect(asked).toEqual([['openUrl', { url }]]));
  });

  test('a link into a new window is opened by the browser where the host cannot', async () => {
    const opened = pressed();
    await beHost({});
    const { via } = await openUrl('https://help.example/');
    expect([via, opened]).toEqual(['web', ['https://help.example/']]);
  });

  test('a link that a host refuses is not opened', async () => {
    const opened = pressed();
    await beHost({
      openUrl: () => {
        throw new BridgeError('denied');
      },
    });
    const { via } = await openUrl('https://help.example/');
    expect([via, opened]).toEqual(['none', []]);
  });

  test('a link to a file is saved by the host, whole and under its name', async () => {
    vi.stubGlobal('fetch', async () => new Response(new Blob(['Größe'], { type: 'text/csv' })));
    await beHost({ saveFile: () => ({}) });
    press('<a download href="/api/exports/wallet.csv?sig=1">');
    await soon(() => expect(asked).toHaveLength(1));
    const [[method, file] = []] = asked as [string, { name: string; base64: string }][];
    expect([method, file?.name]).toEqual(['saveFile', 'wallet.csv']);
    expect(Buffer.from(file?.base64 ?? '', 'base64').toString()).toBe('Größe');
  });

  test('a link to a file that cannot be loaded says so', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
    await beHost({ saveFile: () => ({}) });
    press('<a download href="/api/exports/wallet.csv?sig=1">');
    await soon(() => expect(toasts.value.map(({ tone }) => tone)).toEqual(['bad']));
    expect(asked).toEqual([]);
  });
});

describe('a file', () => {
  test('is chosen by the host, and the field has it as if it had been chosen there', async () => {
    await beHost({ pickFile: () => ({ name: 'id.png', type: 'image/png', base64: btoa('png!') }) });
    const chosen: File[] = [];
    root.addEventListener('change', ({ target }) =>
      chosen.push(...((target as HTMLInputElement).files ?? [])),
    );
    press('<input type="file" accept="image/png,image/jpeg">');
    await soon(() => expect(chosen).toHaveLength(1));
    expect(asked).toEqual([['pickFile', { accept: 'image/png,image/jpeg' }]]);
    expect([chosen[0]?.name, chosen[0]?.type, await chosen[0]?.text()]).toEqual([
      'id.png',
      'image/png',
      'png!',
    ]);
  });

  test('a file that was not chosen changes nothing', async () => {
    await beHost({
      pickFile: () => {
        throw new BridgeError('denied');
      },
    });
    const changed = vi.fn();
    root.addEventListener('change', changed);
    press('<input type="file">');
    await soon(() => expect(asked).toHaveLength(1));
    expect(changed).not.toHaveBeenCalled();
  });

  test('is chosen by the browser where the host cannot', async () => {
    await beHost({ copy: () => ({}) });
    root.innerHTML = '<input type="file">';
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true });
    root.firstElementChild?.dispatchEvent(click);
    expect(click.defaultPrevented).toBe(false);
  });
});

test('a code that the host’s camera read comes as text, and a closed camera as nothing', async () => {
  const read = vi.fn(() => ({ text: 'SOUK-7' }));
  await beHost({ scan: read });
  expect(await scan()).toBe('SOUK-7');
  read.mockImplementation(() => {
    throw new BridgeError('denied');
  });
  expect(await scan()).toBeUndefined();
});

test('the end of an action gives one haptic signal', async () => {
  await beHost({ haptic: () => ({}) });
  toast(() => 'Saved');
  toast(() => 'Not approved', 'bad');
  await soon(() =>
    expect(asked).toEqual([
      ['haptic', { kind: 'success' }],
      ['haptic', { kind: 'error' }],
    ]),
  );
});

test('the host hears which screen is looked at, and nothing of its address', async () => {
  await beHost({});
  place.route('/order?id=8817-secret');
  await soon(() =>
    expect(notes.filter(([name]) => name === 'track').at(-1)?.[1]).toEqual({
      name: 'screen',
      props: { screen: 'order' },
    }),
  );
  expect(JSON.stringify(notes)).not.toContain('8817');
});

describe('an uncaught error', () => {
  test('is reported by its kind and place, without its text', () => {
    const error = new TypeError('no wallet of amina@shop.example');
    const here = new URL('../../src/shell/x.js', import.meta.url);
    error.stack = `TypeError: no wallet of amina@shop.example\n    at pay (${here}:12:34)\n    at ${here}:5:6`;
    expect(traceOf(error)).toBe('TypeError x.js:12:34 x.js:5:6');
  });

  test.each([
    [
      'of the page around us',
      Object.assign(new Error('x'), { stack: 'Error: x\n at https://other.example/a.js:1:1' }),
    ],
    ['that is no error', 'a word'],
    ['that is nothing', undefined],
  ])('is not reported to the host for %s', (_, error) => {
    expect(traceOf(error)).toBeUndefined();
  });
});
