import type * as Greet from '../../bridge/guest/greet-mount.ts';
import type { HostObject } from '../../bridge/transport/mount.ts';
import { fetchAsset } from '../first/fetch-asset.ts';
import { renderLoadError } from '../first/render-load-error.ts';
import type { EmbedStart } from './embed-start.ts';
import { load } from './load.ts';
import { type MountOptions, mergeOptions } from './options.ts';
import { fileUrl, isPinned, langs, nonce, scriptOptions } from './script-tag.ts';

// The page's styles end at the shadow root, except inherited ones; those end here. An element of the page keeps its
// own height: the app is as tall as the window unless the page sets another.
const hostStyles =
  ':host{display:block}.around{all:initial;display:block}.around>.souk{min-block-size:var(--souk-height,100dvh)}';

let stylesheet: Promise<string> | undefined;

/** Loads this build's stylesheet once. */
function loadStyles(): Promise<string> {
  stylesheet ??= fetchAsset(fileUrl('souk.css'), 'text');
  stylesheet.catch(() => {
    stylesheet = undefined;
  });
  return stylesheet;
}

/** Adds a stylesheet to a shadow root. */
function addStyles(shadow: ShadowRoot, css: string): void {
  // A constructed stylesheet needs no permission of the page's CSP; a style element does.
  if ('adoptedStyleSheets' in shadow) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
    return;
  }
  const style = document.createElement('style');
  style.nonce = nonce;
  style.textContent = css;
  (shadow as ShadowRoot).append(style);
}

function removeStyles(shadow: ShadowRoot): void {
  if ('adoptedStyleSheets' in shadow) shadow.adoptedStyleSheets = [];
  for (const style of shadow.querySelectorAll('style')) style.remove();
}

/** Applies a build's stylesheet to a shadow root, in place of all before. */
function applyStyles(shadow: ShadowRoot, styles: string): void {
  removeStyles(shadow);
  addStyles(shadow, hostStyles + styles);
}

const shadows = new WeakMap<Element, ShadowRoot>();
/** Removes the Souk that the page shows now. */
let leaveCurrent: (() => void) | undefined;

/** Returns the element's shadow root, which it keeps from its first mount on: it cannot have another one. */
function shadowOf(element: HTMLElement): ShadowRoot {
  const shadow = shadows.get(element) ?? element.attachShadow({ mode: 'open' });
  shadows.set(element, shadow);
  return shadow;
}

/**
 * Shows Souk in an element; returns what removes all of it. One Souk a page at a time, as it has one session: the one
 * before is removed. A router inserts the next page before it cleans up the last one, if it does.
 * @example const leave = Souk.mount(element, { api: 'https://souk.example/api', lang: 'ar', host });
 */
export function mount(element: HTMLElement, options?: MountOptions): () => void {
  leaveCurrent?.();
  const shadow = shadowOf(element);
  const merged = mergeOptions(scriptOptions, options ?? {});
  let stop: (() => void) | undefined;
  let isUnmounted = false;

  const greet = (bridge: typeof Greet) =>
    bridge.greet({ app: 'souk', build: 'web', host: merged.host as HostObject });
  const show = async () => {
    const [around, root] = [document.createElement('div'), document.createElement('div')];
    around.className = 'around';
    root.id = 'souk';
    around.append(root);
    shadow.replaceChildren(around);
    const { preload, app, bridge: loading, retryText } = load(merged);
    try {
      const [chunks, bridge, styles] = await Promise.all([app, loading, loadStyles(), preload.locale]);
      if (isUnmounted) return;
      applyStyles(shadow, styles);
      // The reader's own text size, whatever size the page sets.
      root.style.setProperty('--rem', getComputedStyle(around).fontSize);
      const { start } = chunks.at(-1) as { start: EmbedStart };
      stop = start(
        { ...preload, greet: bridge && (() => greet(bridge)) },
        {
          root,
          location: merged.location,
          theme: merged.theme,
          path: merged.path,
          host: merged.host,
          isPinned,
          applyStyles: (css) => applyStyles(shadow, css),
          // Styles that arrive after the app has left would stay in the page, or come beside those of the next mount.
          addStyles: (css) => isUnmounted || addStyles(shadow, css),
          options: merged,
          langs,
        },
      );
    } catch (error) {
      if (isUnmounted) return;
      reportError(error);
      renderLoadError(root, `↻ ${retryText}`, show);
      loading?.then((bridge) => bridge.noteFailed(greet(bridge), 'load')).catch(() => {});
    }
  };
  void show();

  const leave = () => {
    if (isUnmounted) return;
    isUnmounted = true;
    leaveCurrent = undefined;
    stop?.();
    shadow.replaceChildren();
    removeStyles(shadow);
  };
  leaveCurrent = leave;
  return leave;
}
