import type { HostCode } from '../../bridge/errors.ts';
import { createMockHost } from '../../bridge/mock-host.ts';
import type { NoteName, Notes, Theme } from '../../bridge/protocol.ts';
import type { SoukCardElement } from '../embed/souk-global.ts';
import { showAppearance } from './appearance-panel.ts';
import { button, element, input } from './element.ts';
import { createMessageLog } from './message-log.ts';
import { phoneMethods, showSouk, showSurroundings, toast, toggle } from './phone.ts';
import { type ChannelName, createPlayedEnd } from './played-end.ts';

interface HostPageConfig {
  /** Base of the calls. */
  readonly api: string;
  /** Languages that Souk offers here. */
  readonly langs: readonly string[];
  /** The account that is filled into the sign-in form. */
  readonly demo: { readonly username: string; readonly password: string };
}

/** The configuration that the server put into the page. */
const config: HostPageConfig = {
  api: '/api',
  langs: ['en'],
  demo: { username: '', password: '' },
  ...JSON.parse(element('souk-config').textContent || '{}'),
};

interface SentCode {
  readonly username: string;
  readonly code: string;
  readonly expiresAt: string;
}

const renderCode = ({ username, code, expiresAt }: SentCode): HTMLLIElement => {
  const line = document.createElement('li');
  const until = new Date(expiresAt).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit' });
  line.textContent = `${code} for ${username}, until ${until}`;
  return line;
};

/** Shows the codes that the demo would have sent to a phone. */
const showCodes = (): void => {
  button('codes-show').addEventListener('click', async () => {
    const answer = await fetch('host/codes').catch(() => null);
    const sent: SentCode[] = answer?.ok ? await answer.json() : [];
    element('codes').replaceChildren(...sent.map(renderCode));
    element('codes-none').hidden = sent.length > 0;
  });
};

interface Credentials {
  readonly username: string;
  readonly password: string;
}

const post = async (
  path: string,
  body: object,
  token = '',
): Promise<{ code: number; msg: string; data: never }> => {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    body: JSON.stringify(body),
  });
  return response.json();
};

/** Signs in as a super-app's own back end would; returns the token. */
const signIn = async (credentials: Credentials): Promise<{ token: string; expiresAt: string }> => {
  const { code, msg, data } = await post(`${config.api}/login`, credentials);
  if (code !== 200) throw new Error(`${msg} (code ${code})`);
  return data;
};

/** Expires a token at the server now, as would happen by itself in a week. */
const expireToken = async (token: string): Promise<void> => {
  const { code, msg } = await post('host/expire', {}, token);
  if (code !== 200) throw new Error(`${msg} (code ${code})`);
};

const signOut = (token: string): Promise<unknown> => post(`${config.api}/logout`, {}, token);

const language = element<HTMLSelectElement>('lang');
const channel = element<HTMLSelectElement>('channel');
const card = element<SoukCardElement>('souk-card');
const log = createMessageLog();
const { end, play } = createPlayedEnd(log.add);

/** The token is kept only here: not in storage, not in an address. */
let token: string | null = null;
/** The account to sign in with again when the token ends. */
let account: Credentials | null = null;

const setToken = (value: string | null): void => {
  token = value;
  card.token = value;
  if (value) log.hide(value);
  element('session-state').textContent = value ? 'Signed in: Souk has a token' : 'Signed out';
  button('sign-out').disabled = !value;
  button('expire').disabled = !value;
};

const issueToken = async (): Promise<string> => {
  if (!account) throw new Error('Nobody is signed in to the super-app.');
  const issued = await signIn(account);
  setToken(issued.token);
  return issued.token;
};

const onNote = <N extends NoteName>(name: N, params: Notes[N]): void => {
  if (name === 'title') element('app-title').textContent = (params as Notes['title']).text || 'Souk';
  if (name === 'failed') toast(`Souk could not start (${(params as Notes['failed']).code}).`);
};

const host = createMockHost(end, {
  platform: 'demo',
  // Without a token the host publishes null: Souk then draws its sign-in at once.
  state: { token: null, lang: config.langs[0] ?? 'en', theme: 'auto' },
  methods: phoneMethods,
  issueToken,
  onNote,
});

/** Runs an action and shows its error in the page. */
const runAction = async (act: () => Promise<unknown>): Promise<void> => {
  element('session-error').textContent = '';
  try {
    await act();
  } catch (error) {
    element('session-error').textContent = (error as Error).message;
  }
};

const handOver = (given: string | null, expiresAt: string | null = null): void => {
  setToken(given);
  host.update({ token: given, expiresAt });
};

element('session').addEventListener('submit', (event) => {
  event.preventDefault();
  void runAction(async () => {
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
  if (ended) void runAction(() => signOut(ended));
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
  void runAction(async () => {
    await expireToken(ended);
    host.expire();
    // Souk notices as it would in real use: its next call is refused with 408, and it asks for a new token.
    host.resume();
  });
});

const nameOf = (tag: string): string => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
for (const tag of config.langs) language.add(new Option(nameOf(tag), tag));
language.addEventListener('change', () => {
  host.setLang(language.value);
  card.lang = language.value;
});

const theme = element<HTMLSelectElement>('theme');
theme.addEventListener('change', () => {
  element('phone').dataset.theme = theme.value;
  host.setTheme(theme.value as Theme);
  card.theme = theme.value as Theme;
});
showAppearance({
  update({ appearance }) {
    host.update({ appearance });
    card.appearance = appearance;
  },
});
showSurroundings(host);

const goBack = (): void => {
  if (!host.back()) showSouk('closed');
};
const soukWindow = (): Window | null => element<HTMLIFrameElement>('souk').contentWindow;
/** Shows Souk at an address in a new frame, as a new WebView would: with the channel's objects in it. */
const open = (address: string): void => {
  showSouk('open');
  // The language is in the address so that the first texts are the right ones; the token never is.
  play(channel.value as ChannelName, `${address}#lang=${language.value}`);
};
const reopen = (): void => open(`${soukWindow()?.location.pathname}${soukWindow()?.location.search}`);
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

card.addEventListener('souk:navigate', (event) => {
  event.preventDefault();
  showSouk('open');
  host.navigate(event.detail.path);
});
card.addEventListener('souk:session-lost', () => {
  if (account) void runAction(issueToken);
});

showCodes();
setToken(null);
card.lang = language.value;
input('username').value = config.demo.username;
input('password').value = config.demo.password;
open(location.pathname.replace(/host\/?$/, 'shopCenter'));
