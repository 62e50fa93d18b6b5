import { effect } from '@preact/signals';
import { options } from 'preact';
import type { Theme } from '../bridge/protocol.ts';
import { acceptToken } from './data/accept-token.ts';
import { configure } from './data/config.ts';
import { clearPerson } from './data/person.ts';
import { invalidateAll } from './data/resource.ts';
import { currentToken, forgetToken, removeSubject, session } from './data/session.ts';
import { endSession } from './data/sign-out.ts';
import type { EmbedTarget } from './embed/embed-start.ts';
import type { Emit } from './embed/events.ts';
import type { MountOptions } from './embed/options.ts';
import { type Navigator, splitUrl } from './location.ts';
import { nameOfPath } from './paths.ts';
import type { Preload } from './preload.ts';
import { run } from './run.tsx';
import { makeAnswersAbsolute } from './shell/absolute-answers.ts';
import { applyHostLang } from './shell/follow-lang.ts';
import type { RestartOptions } from './shell/heal.ts';
import { languageSource } from './shell/language-source.ts';
import { setAppearance } from './shell/load-appearance.ts';
import { memoryHistory } from './shell/memory-history.ts';
import { hashHistory, pushedHistory } from './shell/shared-history.ts';
import { applyTheme } from './shell/theme.ts';
import { prefixStorage, tab } from './storage.ts';
import { importWithRetry } from './ui/lazy.tsx';
import { usable } from './ui/usable.ts';

const { vnode: previousVnode, unmount: previousUnmount } = options;

// A link of ours in a new tab, or to a router of the page that looks at links, is an address in the page's fragment. No
// element of ours is written as markup, which a page may have put on Object.prototype for all of its own.
options.vnode = (vnode) => {
  const props = vnode.props as { href?: unknown; dangerouslySetInnerHTML?: unknown };
  if (vnode.type === 'a' && /^\/(?!\/)/.test(`${props.href}`)) props.href = `#${props.href}`;
  if (typeof vnode.type === 'string' && props.dangerouslySetInnerHTML)
    props.dangerouslySetInnerHTML = undefined;
  previousVnode?.(vnode);
};

// Chromium never releases radio buttons removed from a shadow root, unless their name is cleared first.
options.unmount = (vnode) => {
  const { __e: drawn } = vnode as { __e?: Partial<HTMLInputElement> };
  if (vnode.type === 'input' && drawn?.type === 'radio') drawn.name = '';
  previousUnmount?.(vnode);
};

const isPath = (url: string) => nameOfPath(splitUrl(url).path) !== undefined;

/** Opens where addresses are kept: in the fragment, in memory, or in memory with an entry of the page's history for each step. */
function openHistory({ location, history, path }: MountOptions) {
  const first = path && isPath(path) ? path : undefined;
  if (location !== 'memory') return hashHistory(first);
  return history === 'push' ? pushedHistory(first) : { ...memoryHistory(first), leave() {} };
}

/** Loads the checks only when nothing waits for them. */
async function warnAboutOptions(
  place: { options: MountOptions; element: Element; langs: readonly string[] },
  emit: Emit,
) {
  const { findOptionFaults } = await import('./embed/check-options.ts').catch(() => ({
    findOptionFaults: () => [],
  }));
  for (const fault of findOptionFaults({ ...place, isPath })) {
    console.warn(fault.message);
    emit('error', fault);
  }
}

const loadPageEvents = async () => (await importWithRetry(() => import('./shell/page-events.ts'))).default;

/** Emits `ready` when something can be used, and what happens from then on. */
function followApp(nav: Navigator, element: Element, beganAt: number, emit: Emit): () => void {
  let isOver = false;
  let undo = () => {};
  const stop = effect(() => {
    if (!usable.value || session.value.status === 'starting') return;
    queueMicrotask(() => stop());
    emit('ready', { ms: Math.round(performance.now() - beganAt) });
    loadPageEvents().then(
      (page) => {
        if (!isOver) undo = page.followPage(nav, element, emit);
      },
      () => {},
    );
  });
  return () => {
    isOver = true;
    stop();
    undo();
  };
}

/** Explains in an event when the host that was given to `mount` does not answer. */
const greetingWatch =
  (greet: NonNullable<Preload['greet']>, emit: Emit): typeof greet =>
  (page) => {
    const greeting = greet(page);
    void greeting.ready.then(({ platform }) => {
      if (platform === 'none') void loadPageEvents().then(({ explainSilentHost }) => explainSilentHost(emit));
    });
    return greeting;
  };

/** Signs in by a token that the page hands over while Souk is shown; null signs out. */
async function acceptPageToken(token: string | null) {
  if (token === currentToken()) return;
  if (!token) return endSession();
  const wasSignedOut = session.peek().status === 'signed-out';
  await acceptToken(token, 'handover');
  if (wasSignedOut && session.peek().status === 'signed-in') invalidateAll();
}

/** Starts the app in a host's page; returns what undoes everything. */
export function start(preload: Preload, target: EmbedTarget): () => void {
  const {
    root,
    options: mountOptions = {},
    langs = preload.config.langs,
    emit = () => {},
    followToken,
  } = target;
  const { theme } = mountOptions;
  const beganAt = performance.now();
  const { host: element } = root.getRootNode() as ShadowRoot;
  void warnAboutOptions({ options: mountOptions, element, langs }, emit);
  // The storage is the page's: our keys are prefixed.
  prefixStorage('souk:');
  for (const [key, value] of preload.kept ?? []) tab.set(key, value);
  applyTheme(root, theme);
  const { api } = preload.config;
  // Paths beside our own API share its base; of another server only the origin is known.
  const origin = /\/api$/.test(api) ? api.slice(0, -'/api'.length) : new URL(api).origin;
  const { appearance } = mountOptions;
  const look = appearance ? setAppearance(root, appearance) : undefined;
  // The first screen is drawn in the page's look, not in ours before it.
  const locale = Promise.all([preload.locale, look]).then(([first]) => first);
  const greet = preload.greet && greetingWatch(preload.greet, emit);
  const rootedPreload = makeAnswersAbsolute({ ...preload, locale, ...(greet && { greet }) }, origin);
  const history = openHistory(mountOptions);
  let leave: () => void;
  const restartOptions: RestartOptions = {
    preload,
    target,
    start,
    currentUrl: history.read,
    stop: () => leave(),
    onStart(other) {
      leave = other;
    },
  };
  let isStopped = false;
  configure({
    onNote(name, params) {
      if (name === 'failed' || name === 'session-lost' || name === 'log')
        void loadPageEvents().then((page) => page.emitNote(name, params, emit));
    },
    onForeignAnswer(code) {
      configure({ onForeignAnswer: undefined });
      void loadPageEvents().then((page) => page.explainForeignAnswer(code, emit));
    },
  });
  const stop = run(rootedPreload, {
    root,
    chrome: 'embed',
    addStyles: target.addStyles,
    history,
    signInTokenStorage: mountOptions.storage === 'session' ? 'tab' : 'memory',
    restartOptions,
    follow: (nav) => followApp(nav, element, beganAt, emit),
  });
  followToken?.((token) => {
    if (!isStopped && token !== undefined) void acceptPageToken(token);
  });
  let stopFollowing: (() => void) | undefined;
  void preload.locale.then(() => {
    if (!isStopped) stopFollowing = followAttributes(root);
  });
  leave = () => {
    isStopped = true;
    stopFollowing?.();
    stop();
    history.leave();
    clearState();
  };
  return () => leave();
}

/** Clears all state, as the page may show another merchant's shop next; a sign-in that the tab keeps stays there. */
function clearState() {
  forgetToken();
  removeSubject();
  clearPerson();
  configure({ onNote: undefined, onForeignAnswer: undefined });
  session.value = { status: 'starting' };
  languageSource.from = 'default';
}

/**
 * Follows the attributes for language, theme and appearance of a `<souk-app>`, as a host's state is followed. Attributes of any
 * other element belong to its page. Returns what ends it.
 */
export function followAttributes(root: HTMLElement): () => void {
  const { host } = root.getRootNode() as ShadowRoot;
  if (host?.localName !== 'souk-app') return () => {};
  const attribute = (name: string) => host.getAttribute(name);
  const applyAttributes = (when: 'first' | 'changed', changed: readonly string[]) => {
    const [tag, theme] = [attribute('data-lang') || attribute('lang'), attribute('data-theme')];
    if (changed.some((name) => /lang$/.test(name)) && tag) void applyHostLang(tag, when);
    if (changed.includes('data-theme')) applyTheme(root, (theme || 'auto') as Theme);
    if (changed.includes('data-appearance')) void setAppearance(root, attribute('data-appearance') || {});
  };
  const names = ['data-lang', 'lang', 'data-theme', 'data-appearance'];
  const watch = new MutationObserver((changes) =>
    applyAttributes(
      'changed',
      changes.map(({ attributeName }) => `${attributeName}`),
    ),
  );
  watch.observe(host, { attributeFilter: names });
  // Applies what was set while the code was loading.
  applyAttributes('first', names.filter(attribute));
  return () => watch.disconnect();
}
