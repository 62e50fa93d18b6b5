// How the app starts: from what the page's loader has asked for to the first drawing and the first session.

import { effect } from '@preact/signals';
import { render } from 'react-dom';
import type { Greeting } from '../bridge/guest/greeting.ts';
import type { Guest } from '../bridge/guest/guest-api.ts';
import type { HostState } from '../bridge/protocol.ts';
import { App, type AppProps } from './app.tsx';
import { acceptToken } from './data/accept-token.ts';
import { type ClientConfig, configure } from './data/config.ts';
import {
  hasToken,
  maxPendingTokenMs,
  type Session,
  session,
  storedToken,
  watchToken,
} from './data/session.ts';
import { homeStatResource, lastStat, statLineResource } from './data/stats.ts';
import { storeResource } from './data/store.ts';
import { addTexts, configureShop, configureTexts, dir, lang, type Part, type Table } from './lang/first.ts';
import { createNavigator, type Navigator, type NavigatorOptions } from './location.ts';
import { nameOfPath, paths } from './paths.ts';
import type { PageConfig, Preload } from './preload.ts';
import { pause } from './retry.ts';
import { routes } from './routes.tsx';
import type { RestartOptions } from './shell/heal.ts';
import { languageSource, persistChoice } from './shell/language-source.ts';
import { clearAppearance, setAppearance } from './shell/load-appearance.ts';
import { DeferredShell } from './shell/load-deferred-shell.ts';
import { applyTheme } from './shell/theme.ts';
import { tab } from './storage.ts';
import { configureHealing, configureStyles, importWithRetry, waitForHealing } from './ui/lazy.tsx';
import { nextPaint, usable } from './ui/usable.ts';

/** The element that the app is drawn into, and what its surroundings allow. */
export interface RunOptions extends Pick<AppProps, 'root' | 'chrome'>, Pick<NavigatorOptions, 'history'> {
  /** The element that carries language and direction beside the root, for the styles. */
  page?: HTMLElement;
  /** Follows the navigator for as long as the app runs; returns what ends it. */
  follow?: (nav: Navigator) => () => void;
  /** Where a sign-in inside the app may be stored. */
  signInTokenStorage: ClientConfig['signInTokenStorage'];
  /** Adds a stylesheet to where the app is drawn; absent: by what every engine has for it. */
  addStyles?: ((css: string) => void) | undefined;
  /** How to start another build in place of this one in a page that may not be reloaded. */
  restartOptions?: RestartOptions;
}

/** Runs the app; returns what undoes everything. */
export function run(
  preload: Preload,
  {
    root,
    page = root,
    chrome,
    history,
    signInTokenStorage,
    addStyles = adoptStyles(root),
    restartOptions,
    follow,
  }: RunOptions,
): () => void {
  const { config } = preload;

  const greeting = preload.greet?.({ app: 'souk', build: 'web', origins: config.hosts });
  const guest = greeting?.found ? createGuestLoader(greeting) : undefined;
  configureTexts({ load: textLoader(config), langs: config.langs, persistChoice });
  configureStyles(styleLoader(config, addStyles));
  configure({
    api: config.api,
    preloaded: preload.calls,
    signInTokenStorage: guest ? 'memory' : signInTokenStorage,
    hostTokenStorage: config.storage,
    persistMe: signInTokenStorage === 'local',
    handoverToken: preload.handoverToken,
    hasHome: config.home,
    guest: guest?.load,
    lang: () => lang.peek(),
  });

  // An invitation from the fragment is no longer in the address.
  if (preload.invite) tab.set('invite', preload.invite);

  const nav = createNavigator({
    history,
    root,
    redirect: (path) => (path === '/' ? paths.shopCentre.path : undefined),
    preloadScreen: (path) => screenOf(path)?.preload(),
  });
  const undo: (() => void)[] = [
    effect(() => {
      for (const element of [page, root]) Object.assign(element, { lang: lang.value, dir: dir.value });
    }),
    // Figures of the last visit are drawn before it is known who is signed in.
    effect(() => configureShop(session.value.me ?? ((hasToken.value && lastStat.read()) || {}))),
    effect(() => {
      if (session.value.status === 'info-failure') void DeferredShell.preload();
      else if (usable.value && session.value.status !== 'starting') whenIdle(loadDeferred);
    }),
  ];

  usable.value = false;
  if (follow) undo.push(follow(nav));
  let over = false;
  /** Loads what the first screen does not need. */
  function loadDeferred() {
    void DeferredShell.preload();
    import('./shell/heal.ts').then(
      ({ default: { createHealer, reloadOnce, restart } }) => {
        const act = restartOptions ? restart(restartOptions) : reloadOnce(config.files, guest !== undefined);
        if (!over) configureHealing(createHealer(act));
      },
      () => {},
    );
  }
  void preload.locale.then(async ({ tag, first }) => {
    addTexts(tag, 'first', first as Table);
    lang.value = tag;
    languageSource.from = preload.langFrom;
    await waitForFirstAnswers(preload);
    if (over) return;
    root.classList.add('souk');
    root.replaceChildren();
    render(<App nav={nav} root={root} chrome={chrome} />, root);
    const { pressed, end } = waitForPress(root);
    undo.push(end);
    // Who is signed in may never be answered; the effect above waits for that.
    void pressed.then(() => {
      if (!over && session.peek().status === 'starting') whenIdle(loadDeferred);
    });
    await waitForFigures(nav, pressed);
    await nextPaint();
    if (!over) usable.value = true;
  });
  void greeting?.ready.then(({ state }) => applyFirstHostState(state, preload.lang, root));
  void startFirstSession(preload, signInTokenStorage, guest && greeting);

  return () => {
    over = true;
    for (const stop of undo) stop();
    clearAppearance();
    render(null, root);
    configureHealing(undefined);
    configure({ guest: undefined });
    guest?.destroy();
  };
}

/**
 * Waits for answers that are nearly here: a skeleton before them would only make the page jump. Figures of the last visit
 * wait for none.
 */
async function waitForFirstAnswers({ calls, config }: Preload) {
  if (!calls.has('POST /v1/home/stat')) return;
  const answers = [
    // Where one call brings all three, the line goes first, so that the first paint of the figures has it, too.
    config.home && statLineResource.refetch({ range: 'week', metric: 'profit' }),
    storeResource.refetch(),
    homeStatResource.refetch(),
  ];
  const screen = routes.shopCentre.screen.preload();
  if (homeStatResource.peek().data) return screen;
  await Promise.race([Promise.all([...answers, screen]), pause(100)]);
}

const screenOf = (path: string) => routes[nameOfPath(path) ?? 'notFound'].screen;

/** Applies the parts of the host's theme that would be seen to change; the deferred shell applies the rest. */
function applyFirstHostState(
  { theme, appearance, lang: tag }: HostState,
  shownLang: string,
  root: HTMLElement,
) {
  applyTheme(root, theme);
  if (appearance) void setAppearance(root, appearance);
  if (tag && tag !== shownLang) void DeferredShell.preload();
}

/**
 * Signs in. Without a host by the stored token, else by the one that was handed over, in the address or by `mount`. With a
 * host by the one that was handed over until the host's own is here; one of `mount` stays.
 */
async function startFirstSession(
  preload: Preload,
  signInTokenStorage: RunOptions['signInTokenStorage'],
  greeting: Greeting | undefined,
) {
  const { token, handoverToken } = preload;
  // A page's own token goes before what it was given earlier; only the token of an address does not.
  const known = greeting || (token && signInTokenStorage !== 'local') ? null : storedToken();
  // Where the page only looked like a native app's, a stored sign-in goes before the address.
  if (known && known !== token) preload.calls.clear();
  const isHandedOver = !known && token && token === handoverToken;
  if (isHandedOver) void acceptToken(token, 'handover');
  else if (!greeting) return acceptToken(known ?? token, 'storage');
  if (!greeting || (isHandedOver && signInTokenStorage !== 'local')) return;
  const isUnchanged = watchToken();
  const { platform, state } = await greeting.ready;
  // An event may have brought a token meanwhile.
  if (!isUnchanged()) return;
  if (state.token && state.token !== token) {
    preload.ask(state.token);
    return acceptToken(state.token, 'host');
  }
  if (isHandedOver) return;
  if (state.tokenPending) {
    // The deferred shell receives the token when it arrives.
    void DeferredShell.preload();
    await pause(maxPendingTokenMs);
    if (!isUnchanged()) return;
  }
  // In a frame without a host, Souk runs alone.
  if (platform === 'none') configure({ signInTokenStorage });
  return acceptToken(state.token === null ? null : storedToken(), 'storage');
}

const fetchFile = async ({ files }: PageConfig, name: string) => {
  const answer = await fetch(files + name);
  if (answer.status === 404) await waitForHealing();
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}.`);
  return answer;
};

const textLoader = (config: PageConfig) => async (tag: string, part: Part) =>
  (await fetchFile(config, `${tag}.${part}.json`)).json() as Promise<Table>;

/** Adds a stylesheet to the page or shadow tree of the app, which any policy allows that allows the script. */
const adoptStyles = (root: HTMLElement) => (css: string) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  (root.getRootNode() as Document).adoptedStyleSheets.push(sheet);
};

/** Returns what loads the styles of lazy components, once. */
const styleLoader = (config: PageConfig, addStyles: (css: string) => void) => {
  let loading: Promise<void> | undefined;
  const load = async () => addStyles(await (await fetchFile(config, 'deferred.css')).text());
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
};

const whenIdle = (act: () => void) =>
  typeof requestIdleCallback === 'function'
    ? requestIdleCallback(act, { timeout: 3000 })
    : setTimeout(act, 1500);

/** How long the rest of the app waits for the first answers, in milliseconds. */
const maxWaitMs = 3000;

/** Waits for the first press, which may need any code, but not for long; `end` ends the wait. */
function waitForPress(root: HTMLElement) {
  let end = () => {};
  const pressed = new Promise<void>((resolve) => {
    const timer = setTimeout(() => end(), maxWaitMs);
    end = () => {
      clearTimeout(timer);
      for (const press of presses) root.removeEventListener(press, end);
      resolve();
    };
    for (const press of presses) root.addEventListener(press, end);
  });
  return { pressed, end };
}
const presses = ['pointerdown', 'keydown'];

/**
 * Waits until the shop centre has its figures, or none will come: a call has failed, sign-in or another screen is drawn;
 * or until something is `pressed`.
 */
async function waitForFigures({ target }: Navigator, pressed: Promise<void>): Promise<void> {
  let stop = () => {};
  const over = new Promise<void>((resolve) => {
    stop = effect(() => {
      const isFirst = target.value === paths.shopCentre.path;
      if (!isFirst || !mayHaveToken.includes(session.value.status) || haveFigures()) resolve();
    });
  });
  await Promise.race([over, pressed]);
  stop();
}

const mayHaveToken: readonly Session['status'][] = ['starting', 'signed-in'];

const haveFigures = () =>
  hasToken.value &&
  [storeResource.ask().value, homeStatResource.ask().value].every(({ data, loading }) => data || !loading);

/** Creates the loader of the second half of the bridge's guest, which the first screen does not need. */
function createGuestLoader(greeting: Greeting) {
  let loading: Promise<Guest> | undefined;
  return {
    /** Loads it once; where every attempt failed, the next request tries again. */
    load() {
      loading ??= importWithRetry(() => import('../bridge/guest/guest.ts')).then(({ createGuest }) =>
        createGuest(greeting),
      );
      loading.catch(() => {
        loading = undefined;
      });
      return loading;
    },
    destroy() {
      greeting.end();
      void loading?.then((guest) => guest.destroy());
    },
  };
}
