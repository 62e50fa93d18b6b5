import { options } from 'preact';
import type { Theme } from '../bridge/protocol.ts';
import { configureApi } from './data/api.ts';
import { resetAll } from './data/resource.ts';
import { dropSubject, dropToken, session } from './data/session.ts';
import { said, toasts } from './data/toast.ts';
import { rooted, rootedText } from './embed/rooted.ts';
import type { Preload } from './preload.ts';
import { run } from './run.tsx';
import { followAttributes } from './shell/follow-attributes.ts';
import { hashTrail } from './shell/hash-trail.ts';
import { memoryTrail } from './shell/memory-trail.ts';
import { wearTheme } from './shell/theme.ts';
import { word } from './shell/which-lang.ts';
import { prefixStorage } from './storage.ts';

export interface EmbedPlace {
  root: HTMLElement;
  location?: 'hash' | 'memory' | undefined;
  theme?: Theme | undefined;
}

export type EmbedStart = typeof start;

const { vnode: made, unmount: left } = options;

// A link of ours in a new tab, or to a router of the page that looks at links, is an address in the page's fragment.
options.vnode = (vnode) => {
  const props = vnode.props as { href?: unknown };
  if (vnode.type === 'a' && /^\/(?!\/)/.test(`${props.href}`)) props.href = `#${props.href}`;
  made?.(vnode);
};

// Chromium's shadow roots keep a radio button that was taken out of them for ever, unless it lost its name before.
options.unmount = (vnode) => {
  const { __e: drawn } = vnode as { __e?: Partial<HTMLInputElement> };
  if (vnode.type === 'input' && drawn?.type === 'radio') drawn.name = '';
  left?.(vnode);
};

/** Starts the app in somebody else's page; returns what takes everything back. */
export function start(preload: Preload, { root, location, theme }: EmbedPlace): () => void {
  // Storage is the page's: what is ours in it says so.
  prefixStorage('souk:');
  wearTheme(root, theme);
  const { origin } = new URL(preload.config.api);
  configureApi({
    fetch: async (...request) => rooted(await fetch(...request), origin),
    fetchTold: async (...request) => {
      const { fetchTold } = await import('./data/fetch-told.ts');
      return rootedText(await fetchTold(...request), origin);
    },
  });
  const wholeCalls = () => {
    for (const [name, answer] of preload.calls) {
      const whole = answer.then((given) => rooted(given, origin));
      whole.catch(() => {}); // The app asks again and says what is wrong.
      preload.calls.set(name, whole);
    }
  };
  wholeCalls();
  const ask = (token: string) => {
    preload.ask(token);
    wholeCalls();
  };
  const trail = location === 'memory' ? memoryTrail() : hashTrail();
  const stop = run({ ...preload, ask }, { root, chrome: 'embed', trail, keep: 'memory' });
  let deafen: (() => void) | undefined;
  let isOver = false;
  void preload.locale.then(() => {
    if (!isOver) deafen = followAttributes(root);
  });
  return () => {
    isOver = true;
    deafen?.();
    stop();
    forget();
  };
}

/** The page may show somebody else's shop next. */
function forget() {
  dropToken();
  dropSubject();
  resetAll();
  session.value = { status: 'starting' };
  toasts.value = [];
  said.value = [];
  word.from = 'default';
}
