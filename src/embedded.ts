import { options } from 'preact';
import type { Theme } from '../bridge/protocol.ts';
import { clearPerson } from './data/person.ts';
import { removeSubject, removeToken, session } from './data/session.ts';
import type { EmbedTarget } from './embed/embed-start.ts';
import type { MountOptions } from './embed/options.ts';
import { splitUrl } from './location.ts';
import { nameOfPath } from './paths.ts';
import type { Preload } from './preload.ts';
import { run } from './run.tsx';
import { makeAnswersAbsolute } from './shell/absolute-answers.ts';
import { applyHostLang } from './shell/follow-lang.ts';
import { hashHistory } from './shell/hash-history.ts';
import type { RestartOptions } from './shell/heal.ts';
import { languageSource } from './shell/language-source.ts';
import { setAppearance } from './shell/load-appearance.ts';
import { memoryHistory } from './shell/memory-history.ts';
import { applyTheme } from './shell/theme.ts';
import { prefixStorage, tab } from './storage.ts';

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

/** Loads the checks only when nothing waits for them. */
async function warnAboutOptions(options: MountOptions, element: Element, langs: readonly string[]) {
  const { findOptionFaults } = await import('./embed/check-options.ts').catch(() => ({
    findOptionFaults: () => [],
  }));
  for (const fault of findOptionFaults(options, { element, langs, isPath })) console.warn(fault);
}

/** Starts the app in a host's page; returns what undoes everything. */
export function start(preload: Preload, target: EmbedTarget): () => void {
  const {
    root,
    location,
    theme,
    path = '',
    options: mountOptions = {},
    langs = preload.config.langs,
  } = target;
  void warnAboutOptions(mountOptions, (root.getRootNode() as ShadowRoot).host, langs);
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
  const rootedPreload = makeAnswersAbsolute({ ...preload, locale }, origin);
  const history = location === 'memory' ? memoryHistory(isPath(path) ? path : undefined) : hashHistory();
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
  const stop = run(rootedPreload, {
    root,
    chrome: 'embed',
    addStyles: target.addStyles,
    history,
    signInTokenStorage: 'memory',
    restartOptions,
  });
  let stopFollowing: (() => void) | undefined;
  let isStopped = false;
  void preload.locale.then(() => {
    if (!isStopped) stopFollowing = followAttributes(root);
  });
  leave = () => {
    isStopped = true;
    stopFollowing?.();
    stop();
    clearState();
  };
  return () => leave();
}

/** Clears all state, as the page may show another merchant's shop next. */
function clearState() {
  removeToken();
  removeSubject();
  clearPerson();
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
    const [tag, theme] = [attribute('data-lang'), attribute('data-theme')];
    if (changed.includes('data-lang') && tag) void applyHostLang(tag, when);
    if (changed.includes('data-theme')) applyTheme(root, (theme || 'auto') as Theme);
    if (changed.includes('data-appearance')) void setAppearance(root, attribute('data-appearance') || {});
  };
  const names = ['data-lang', 'data-theme', 'data-appearance'];
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
