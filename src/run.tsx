import { effect } from '@preact/signals';
import { render } from 'react-dom';
import type { Greeting } from '../bridge/guest/greeting.ts';
import type { HostState } from '../bridge/protocol.ts';
import { App, type AppProps } from './app.tsx';
import { configureApi } from './data/api.ts';
import { configureGuest } from './data/guest.ts';
import {
  configureSession,
  currentToken,
  me,
  type SessionOptions,
  session,
  start as startSession,
  storedToken,
  takeToken,
} from './data/session.ts';
import { homeStat } from './data/stats.ts';
import { store } from './data/store.ts';
import { configureShop } from './lang/print.ts';
import { configureTexts, dir, lang, type Part, putTexts, type Table } from './lang/texts.ts';
import { createPlace, type PlaceOptions } from './location.ts';
import { paths } from './paths.ts';
import type { PageConfig, Preload } from './preload.ts';
import { routes } from './routes.tsx';
import { Extras } from './shell/load-extras.ts';
import { lateGuest } from './shell/load-guest.ts';
import { wearTheme } from './shell/theme.ts';
import { nameOf } from './shell/view.ts';
import { keepChoice, word } from './shell/which-lang.ts';
import { tab } from './storage.ts';

/** Where the app is drawn, and what that place allows. */
export interface Where extends Pick<AppProps, 'root' | 'chrome'>, Pick<PlaceOptions, 'trail'> {
  /** What carries language and direction beside the root, on which the styles hang. */
  page?: HTMLElement;
  /** What a sign-in inside the app may leave behind. */
  keep: SessionOptions['keepSignIn'];
}

/** Runs the app; returns what takes everything back. */
export function run(preload: Preload, { root, page = root, chrome, trail, keep }: Where): () => void {
  const { config } = preload;

  const greeting = preload.greet?.({ app: 'souk', build: 'web', origins: config.hosts });
  const guest = greeting?.found ? lateGuest(greeting) : undefined;
  configureGuest(guest?.bring);
  configureTexts({ load: textLoader(config), langs: config.langs, keep: keepChoice });
  configureApi({ base: config.api, lang: () => lang.peek(), preloaded: preload.calls });
  configureSession({
    keepSignIn: guest ? 'memory' : keep,
    handedOver: config.storage,
    keepMe: keep === 'storage',
    lang: () => lang.peek(),
    offered: preload.offered,
  });

  // One that came in the fragment is no longer in the address.
  if (preload.invite) tab.set('invite', preload.invite);

  const place = createPlace({
    trail,
    root,
    redirect: (path) => (path === '/' ? paths.shopCentre.path : undefined),
    hold: (path) => codeOf(path)?.preload(),
  });
  const undo = [
    effect(() => {
      for (const element of [page, root]) Object.assign(element, { lang: lang.value, dir: dir.value });
    }),
    effect(() => configureShop(me.value)),
    effect(() => {
      if (session.value.status === 'info-failure') void Extras.preload();
      else if (session.value.status !== 'starting') whenIdle(Extras.preload);
    }),
  ];

  let over = false;
  void preload.locale.then(async ({ tag, first }) => {
    putTexts(tag, 'first', first as Table);
    lang.value = tag;
    word.from = preload.langFrom;
    await firstAnswers(preload);
    if (over) return;
    root.classList.add('souk');
    render(<App place={place} root={root} chrome={chrome} />, root);
  });
  void greeting?.ready.then(({ state }) => firstLook(state, preload.lang, root));
  void takeFirstToken(preload, guest && greeting, keep);

  return () => {
    over = true;
    for (const stop of undo) stop();
    render(null, root);
    configureGuest(undefined);
    guest?.destroy();
  };
}

/** Answers that are here already are drawn at once: a skeleton before them would only make the page jump. */
const firstAnswers = async ({ calls }: Preload) =>
  calls.has('POST /v1/home/stat') &&
  Promise.race([
    Promise.all([store.refresh(), homeStat.refresh()]),
    new Promise((resolve) => setTimeout(resolve, 100)),
  ]);

const codeOf = (path: string) => routes[nameOf(path) ?? 'notFound'].screen;

/** What of the host's look would be seen to change; the rest of it comes with the extras. */
function firstLook({ theme, lang: tag }: HostState, here: string, root: HTMLElement) {
  wearTheme(root, theme);
  if (tag && tag !== here) void Extras.preload();
}

/** In the order of who may say it: a mount, the host, the address, used at once, and then what an earlier visit kept. */
async function takeFirstToken(preload: Preload, greeting: Greeting | undefined, keep: Where['keep']) {
  const kept = greeting ? null : storedToken();
  const { token, offered } = preload;
  // Where the page only looked like a native app's, a sign-in that is kept here goes before the address after all.
  if (kept && kept !== token) preload.calls.clear();
  const isGiven = !kept && token && token === offered;
  if (isGiven) void startSession(token, 'url');
  else if (!greeting) return startSession(kept ?? token, 'storage');
  if (!greeting || (isGiven && keep === 'memory')) return;
  const { platform, state } = await greeting.ready;
  // News of a token may have come with an event meanwhile.
  if (isGiven ? currentToken() !== token : session.peek().status !== 'starting') return;
  if (state.token && state.token !== token) {
    preload.ask(state.token);
    return takeToken(state.token, 'host');
  }
  if (isGiven) return;
  // In a frame that nobody answers for, Souk is alone after all.
  if (platform === 'none') configureSession({ keepSignIn: keep });
  return startSession(state.token === null ? null : storedToken(), 'storage');
}

const textLoader = (config: PageConfig) => async (tag: string, part: Part) => {
  const answer = await fetch(`${config.files}${tag}.${part}.json`);
  if (!answer.ok) throw new Error(`The texts ${tag}.${part} answered ${answer.status}.`);
  return (await answer.json()) as Table;
};

const whenIdle = (act: () => void) =>
  typeof requestIdleCallback === 'function'
    ? requestIdleCallback(act, { timeout: 3000 })
    : setTimeout(act, 1500);
