import type { HostCode } from '../../bridge/errors.ts';
import { createMockHost } from '../../bridge/mock-host.ts';
import type { NoteName, Notes, Theme } from '../../bridge/protocol.ts';
import { type Credentials, expireToken, signIn, signOut } from './account.ts';
import { showCodes } from './codes.ts';
import { config } from './config.ts';
import { button, element, input } from './element.ts';
import { createMessageLog } from './message-log.ts';
import { phoneMethods, showSouk, toast } from './phone.ts';
import { type ChannelName, createPlayedEnd } from './played-end.ts';
import { showSurroundings, toggle } from './surroundings.ts';

const language = element<HTMLSelectElement>('lang');
const channel = element<HTMLSelectElement>('channel');
const log = createMessageLog();
const { end, play } = createPlayedEnd();

/** The token is kept here and nowhere else: not in storage, not in an address. */
let token: string | null = null;
/** Who signed in, for the day the token ends. */
let account: Credentials | null = null;

const hold = (value: string | null): void => {
  token = value;
  if (value) log.hide(value);
  element('session-state').textContent = value ? 'Signed in: Souk has a token' : 'Signed out';
  button('sign-out').disabled = !value;
  button('expire').disabled = !value;
};

const issueToken = async (): Promise<string> => {
  if (!account) throw new Error('Nobody is signed in to the super-app.');
  const issued = await signIn(account);
  hold(issued.token);
  return issued.token;
};

const onNote = <N extends NoteName>(name: N, params: Notes[N]): void => {
  if (name === 'title') element('app-title').textContent = (params as Notes['title']).text || 'Souk';
  if (name === 'failed') toast(`Souk could not start (${(params as Notes['failed']).code}).`);
};

const host = createMockHost(end, {
  platform: 'demo',
  // Without a token of its own the host says so: Souk then draws its sign-in at once.
  state: { token: null, lang: config.langs[0] ?? 'en', theme: 'auto' },
  methods: phoneMethods,
  issueToken,
  onNote,
  onMessage: log.add,
});

/** The page's one way to say what went wrong. */
const trying = async (act: () => Promise<unknown>): Promise<void> => {
  element('session-error').textContent = '';
  try {
    await act();
  } catch (error) {
    element('session-error').textContent = (error as Error).message;
  }
};

const handOver = (given: string | null, expiresAt: string | null = null): void => {
  hold(given);
  host.update({ token: given, expiresAt });
};

element('session').addEventListener('submit', (event) => {
  event.preventDefault();
  void trying(async () => {
    const credentials = { username: input('username').value, password: input('password').value };
    const issued = await signIn(credentials);
    account = credentials;
    handOver(issued.token, issued.expiresAt);
  });
});
button('sign-out').addEventListener('click', () => {
  const ended = token;
  account = null;
  handOver(null);
  if (ended) void trying(() => signOut(ended));
});
button('hand-over').addEventListener('click', () => {
  const pasted = input('pasted').value.trim();
  input('pasted').value = '';
  if (!pasted) return;
  account = null;
  handOver(pasted);
});
button('expire').addEventListener('click', () => {
  const ended = token;
  if (!ended) return;
  void trying(async () => {
    await expireToken(ended);
    host.expire();
    // Souk learns it the way it would tomorrow: its next call is refused with 408, and it asks for a new token.
    host.resume();
  });
});

const nameOf = (tag: string): string => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
for (const tag of config.langs) language.add(new Option(nameOf(tag), tag));
language.addEventListener('change', () => host.setLang(language.value));

element('theme').addEventListener('change', (event) => {
  const theme = (event.target as HTMLInputElement).value as Theme;
  element('phone').dataset.theme = theme;
  host.setTheme(theme);
});
const colors: Record<string, string> = {};
for (const name of ['accent', 'background', 'text'])
  input(name).addEventListener('input', () => {
    colors[name] = input(name).value;
    host.update({ colors: { ...colors } });
  });
showSurroundings(host);

const goBack = (): void => {
  if (!host.back()) showSouk('closed');
};
const shown = (): Window | null => element<HTMLIFrameElement>('souk').contentWindow;
/** Shows Souk at an address, as a WebView would that is made anew: with the channel's objects in it. */
const open = (address: string): void => {
  showSouk('open');
  // The language is in the address so that the first texts are the right ones; the token never is.
  play(channel.value as ChannelName, `${address}#lang=${language.value}`);
};
const reopen = (): void => open(`${shown()?.location.pathname}${shown()?.location.search}`);
channel.addEventListener('change', reopen);
button('back').addEventListener('click', goBack);
button('phone-back').addEventListener('click', goBack);
button('phone-close').addEventListener('click', () => showSouk('closed'));
button('reopen').addEventListener('click', () => showSouk('open'));
button('reload').addEventListener('click', reopen);
button('away').addEventListener('click', ({ currentTarget }) => {
  const away = toggle(currentTarget as HTMLButtonElement);
  element('phone').toggleAttribute('data-away', away);
  if (away) host.pause();
  else host.resume();
});
button('clear').addEventListener('click', log.clear);

const slider = (name: 'latency' | 'loss' | 'reorder', unit: 'ms' | '%'): void =>
  input(name).addEventListener('input', () => {
    const value = input(name).valueAsNumber;
    host.faults[name] = unit === '%' ? value / 100 : value;
    element(`${name}-value`).textContent = `${value} ${unit}`;
  });
slider('latency', 'ms');
slider('loss', '%');
slider('reorder', '%');
const refusal = element<HTMLSelectElement>('refuse');
refusal.addEventListener('change', () => host.refuse((refusal.value || null) as HostCode | null));

showCodes();
input('username').value = config.demo.username;
input('password').value = config.demo.password;
element('phone').dataset.theme = 'auto';
open('/shopCenter');
