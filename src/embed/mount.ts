import type { EmbedStart } from '../embedded.ts';
import { sayFailed } from '../first/say-failed.ts';
import { said } from './build.ts';
import { load } from './load.ts';
import { given, type MountOptions } from './options.ts';
import { dress } from './style.ts';

const shadows = new WeakMap<Element, ShadowRoot>();
let mounted = false;

/** The element's shadow root, which it keeps from its first mount on: it cannot have another one. */
function shadowOf(element: HTMLElement): ShadowRoot {
  const shadow = shadows.get(element) ?? element.attachShadow({ mode: 'open' });
  shadows.set(element, shadow);
  return shadow;
}

/**
 * Shows Souk in an element; answers what takes all of it away again. One Souk a page at a time: it has one session.
 * @example const leave = Souk.mount(element, { api: 'https://souk.example/api', lang: 'ar', host });
 */
export function mount(element: HTMLElement, options?: MountOptions): () => void {
  if (mounted)
    throw new Error('Souk is in this page already: call what its mount() answered before the next one.');
  const shadow = shadowOf(element);
  mounted = true;
  const wishes = given(said, options ?? {});
  let stop: (() => void) | undefined;
  let over = false;

  const show = async () => {
    const [around, root] = [document.createElement('div'), document.createElement('div')];
    around.className = 'around';
    root.id = 'souk';
    around.append(root);
    shadow.replaceChildren(around);
    const { preload, app, greeting, retry } = load(wishes);
    try {
      const [chunks, bridge] = await Promise.all([app, greeting, preload.locale, dress(shadow)]);
      if (over) return;
      // The reader's own size of letters, whatever the page makes of its own.
      root.style.setProperty('--rem', `var(--souk-rem, ${getComputedStyle(around).fontSize})`);
      const { start } = chunks.at(-1) as { start: EmbedStart };
      const greet = bridge && ((page: object) => bridge.greet({ ...page, host: wishes.host }));
      stop = start({ ...preload, greet }, { root, location: wishes.location, theme: wishes.theme });
    } catch (error) {
      if (over) return;
      reportError(error);
      sayFailed(root, `↻ ${retry}`, show);
    }
  };
  void show();

  return () => {
    if (over) return;
    over = true;
    mounted = false;
    stop?.();
    shadow.replaceChildren();
    if ('adoptedStyleSheets' in shadow) shadow.adoptedStyleSheets = [];
  };
}
