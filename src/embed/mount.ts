import type * as Greet from '../../bridge/guest/greet-mount.ts';
import type { HostObject } from '../../bridge/transport/mount.ts';
import { fetchAsset } from '../first/fetch-asset.ts';
import { renderLoadError } from '../first/render-load-error.ts';
import type { EmbedStart } from './embed-start.ts';
import type { Emit, FollowToken } from './events.ts';
import { load } from './load.ts';
import { type MountOptions, mergeOptions } from './options.ts';
import { fileUrl, isPinned, langs, scriptOptions } from './script-tag.ts';
import { addStyles, applyReaderTextSize, removeStyles } from './shadow-styles.ts';

// The page's styles end at the shadow root, except inherited ones; those end here. An element of the page keeps its
// own height: the app is as tall as the window unless the page sets another.
const hostStyles =
  ':host{display:block}souk-place{all:initial;display:block}souk-place>.souk{min-block-size:var(--souk-height,100dvh)}';

/** Applies a build's stylesheet to a shadow root, in place of all before. */
function applyStyles(shadow: ShadowRoot, styles: string): void {
  removeStyles(shadow);
  addStyles(shadow, hostStyles + styles);
}

const shadows = new WeakMap<Element, ShadowRoot>();

/** Returns the element's shadow root, which it keeps from its first mount on: it cannot have another one. */
function shadowOf(element: HTMLElement): ShadowRoot {
  const shadow = shadows.get(element) ?? element.attachShadow({ mode: 'open' });
  shadows.set(element, shadow);
  return shadow;
}

/** An element of the page that Souk is shown in. */
interface Place {
  element: HTMLElement;
  show(): unknown;
  hide(): void;
}

/** The places of the page, in the order in which they came. One Souk a page at a time, as it has one session. */
let places: readonly Place[] = [];
let shown: Place | undefined;

/** Shows Souk in the newest place, and in no other. */
function showNewest(): void {
  const newest = places.at(-1);
  if (newest === shown) return;
  shown?.hide();
  shown = newest;
  shown?.show();
}

/** Adds an element to the places of the page, with its options at each showing; returns what takes it away. */
export function addPlace(
  element: HTMLElement,
  readOptions: () => MountOptions | undefined,
  followToken?: FollowToken,
): () => void {
  const shadow = shadowOf(element);
  let stop: (() => void) | undefined;
  /** Counts showings: what an earlier one has loaded is dropped. */
  let version = 0;

  const hide = () => {
    version++;
    stop?.();
    stop = undefined;
    shadow.replaceChildren();
    removeStyles(shadow);
  };
  const show = async () => {
    const ownVersion = ++version;
    const isOver = () => ownVersion !== version;
    const options = mergeOptions(scriptOptions, readOptions());
    const emit: Emit = (name, detail) => {
      if (!isOver()) element.dispatchEvent(new CustomEvent(`souk:${name}`, { detail }));
    };
    const greet = (bridge: typeof Greet) =>
      bridge.greet({ app: 'souk', build: 'web', host: options.host as HostObject });
    const around = new PlaceElement();
    const root = document.createElement('div');
    around.onRemoved = () => element.isConnected || leave();
    root.id = 'souk';
    around.append(root);
    shadow.replaceChildren(around);
    const { preload, app, bridge: loading, retryText } = load(options);
    try {
      const [chunks, bridge, styles] = await Promise.all([
        app,
        loading,
        fetchAsset(fileUrl('souk.css'), 'text'),
        preload.locale,
      ]);
      if (isOver()) return;
      applyStyles(shadow, styles);
      applyReaderTextSize(root, around);
      const { start } = chunks.at(-1) as { start: EmbedStart };
      stop = start(
        { ...preload, greet: bridge && (() => greet(bridge)) },
        {
          root,
          options,
          isPinned,
          applyStyles: (css) => applyStyles(shadow, css),
          // Styles that arrive after the app has left would stay in the page, or come beside those of the next mount.
          addStyles: (css) => isOver() || addStyles(shadow, css),
          langs,
          emit,
          followToken,
        },
      );
    } catch (error) {
      if (isOver()) return;
      reportError(error);
      renderLoadError(root, `↻ ${retryText}`, show);
      emit('error', {
        code: 'load',
        message: `Souk did not load: check its address and the policy. ${error}`,
      });
      loading?.then((bridge) => bridge.noteFailed(greet(bridge), 'load')).catch(() => {});
    }
  };

  const place: Place = { element, show, hide };
  const leave = () => {
    places = places.filter((one) => one !== place);
    if (shown !== place) return;
    hide();
    shown = undefined;
    // A page may take several away at once.
    queueMicrotask(showNewest);
  };
  places = [...places.filter((one) => one.element !== element), place];
  showNewest();
  return leave;
}

/** Notices in the shadow tree that its host has left the page, which only a custom element is notified of. */
class PlaceElement extends HTMLElement {
  declare onRemoved: () => unknown;

  disconnectedCallback(): void {
    // What is moved is in the page again before this runs.
    queueMicrotask(this.onRemoved);
  }
}

export const definePlace = (): void => customElements.define('souk-place', PlaceElement);

/**
 * Shows Souk in an element; returns what removes all of it. One Souk a page at a time: the newest place has it, and the one
 * before has it again when that leaves. An element that is removed from the page has left.
 * @example const leave = Souk.mount(element, { api: 'https://souk.example/api', lang: 'ar', host });
 */
export const mount = (element: HTMLElement, options?: MountOptions): (() => void) =>
  addPlace(element, () => options);
