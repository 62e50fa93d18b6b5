// Souk below a path of an origin, behind a proxy that serves other paths elsewhere. Loaded only where a deployment
// configures it.
import { options } from 'preact';
import type { Preload } from '../preload.ts';
import { makeAnswersAbsolute } from './absolute-answers.ts';
import { browserHistory } from './history-adapter.ts';

const { vnode: made } = options;

/** Keeps addresses behind a base such as `/merchant`, and puts all paths in answers under that base as well. */
export function underBase(base: string, preload: Preload) {
  const below = (path: string) => (`${path}/`.startsWith(`${base}/`) ? path.slice(base.length) || '/' : path);
  // The link of a new tab is an address of the origin.
  options.vnode = (vnode) => {
    const props = vnode.props as { href?: unknown };
    if (vnode.type === 'a' && /^\/(?!\/)/.test(`${props.href}`) && below(`${props.href}`) === props.href)
      props.href = base + props.href;
    made?.(vnode);
  };
  const history = browserHistory({
    mode: 'page',
    toAppUrl: below,
    read: () => below(location.pathname) + location.search + location.hash,
    write: (url) => base + url,
  });
  return { preload: makeAnswersAbsolute(preload, base), history };
}
