import { isToken } from '../../bridge/is-token.ts';
import { matchLang } from '../../locales/match-lang.ts';
import type * as Apply from '../appearance/apply.ts';
import type { Emit, SoukEventCode } from '../embed/events.ts';
import { explainUnanswered, losses } from '../embed/explain.ts';
import { type CardOptions, mergeOptions } from '../embed/options.ts';
import { pageLang } from '../embed/page-lang.ts';
import { apiUrl, fileUrl, langs, retryTexts, scriptOptions, serverRoot } from '../embed/script-tag.ts';
import { addStyles, applyReaderTextSize, removeStyles } from '../embed/shadow-styles.ts';
import { fetchAsset } from '../first/fetch-asset.ts';
import { renderLoadError } from '../first/render-load-error.ts';
import { addTexts, configureShop, dir, lang } from '../lang/first.ts';
import { type CardState, CardView } from './card-view.tsx';
import { askHome } from './home.ts';

/** How long a token may be on its way before the card is drawn without one, in milliseconds. */
const maxPendingTokenMs = 10_000;

/** Its room until the styles are there: the page moves nothing when the card is drawn. */
const firstStyles = ':host{display:block;min-block-size:120px}';

/** Returns the element's shadow root with an empty place in it. */
function prepare(element: HTMLElement) {
  const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  removeStyles(shadow);
  addStyles(shadow, firstStyles);
  const place = document.createElement('div');
  const root = document.createElement('div');
  place.className = 'place';
  place.append(root);
  shadow.replaceChildren(place);
  return { shadow, place, root };
}

/** Shows the card in an element; returns what changes it, and what ends it. */
export function showCard(element: HTMLElement) {
  const readOptions = (): CardOptions =>
    mergeOptions(scriptOptions, element.lang && { lang: element.lang }, element.dataset);
  const { shadow, place, root } = prepare(element);
  const api = apiUrl(readOptions().api);
  const began = performance.now();
  let wanted: string = pageLang(readOptions().lang, langs).lang;
  /** The language that is drawn; none before styles and texts are there. */
  let drawn: string | undefined;
  let token: string | null | undefined;
  let state: CardState = {};
  let pendingToken: ReturnType<typeof setTimeout> | undefined;
  let undoAppearance: (() => void) | undefined;
  let isReady = false;
  /** The token was refused, and is not sent again. */
  let hasEnded = false;
  let isOver = false;
  /** The call that is under way: an answer to an earlier one is dropped. */
  let asking: object | undefined;

  const emit: Emit = (name, detail) => {
    if (!isOver) element.dispatchEvent(new CustomEvent(`souk:${name}`, { detail }));
  };
  const warnings = new Set<string>();
  /** Emits an error, and writes it into the console, once each. */
  const fail = (code: SoukEventCode, message: string) => {
    if (isOver || warnings.has(message)) return;
    warnings.add(message);
    console.warn(message);
    emit('error', { code, message });
  };

  const hrefOf = (given: string) => {
    const path = /^\/(?!\/)/.test(given) ? given : '/shopCenter';
    const { href } = readOptions();
    return href === undefined ? `${serverRoot}${path.slice(1)}#lang=${drawn}` : `${href}#${path}`;
  };
  const onOpen = (event: MouseEvent, path: string) => {
    // Another tab or window is the browser's.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const opening = new CustomEvent('souk:navigate', { detail: { path }, cancelable: true });
    if (!element.dispatchEvent(opening)) event.preventDefault();
  };

  const draw = () => {
    if (!drawn || isOver) return;
    const { home, failure } = state;
    // Cards of one page share texts and formats, and are drawn one after the other.
    lang.value = drawn;
    configureShop(home?.stat ?? {});
    root.lang = drawn;
    root.dir = dir.value;
    const hadFocus = shadow.activeElement;
    root.replaceChildren(CardView({ ...state, hrefOf, onOpen }) as unknown as Node);
    if (hadFocus) root.querySelector('a')?.focus({ preventScroll: true });
    if (isReady || !(home || failure)) return;
    isReady = true;
    emit('ready', { ms: Math.round(performance.now() - began) });
  };

  const ask = async () => {
    if (!isToken(token) || isOver) return;
    const call = {};
    asking = call;
    const answer = await askHome(api, token, wanted);
    if (asking !== call) return;
    asking = undefined;
    if ('home' in answer) {
      state = { home: answer.home };
      draw();
      emit('badge', { count: answer.home.today.total });
      return;
    }
    const { code } = answer;
    const loss = losses[code as keyof typeof losses];
    hasEnded = Boolean(loss);
    state = loss ? { failure: code } : { ...state, failure: code };
    draw();
    if (loss) emit('session-lost', { code: code as keyof typeof losses, message: loss });
    else if (typeof code === 'string' && navigator.onLine) await explainUnanswered(new URL(api), code, fail);
  };
  /** Asks again when the page is seen again, or has its network back; a session that is over stays over. */
  const refresh = () => {
    if (document.visibilityState === 'visible' && !asking && !hasEnded) void ask();
  };

  const setToken = (given: string | null | undefined) => {
    if (given === token && given !== undefined) return;
    token = given;
    asking = undefined;
    hasEnded = false;
    clearTimeout(pendingToken);
    state = given === null ? { failure: 407 } : {};
    draw();
    if (isToken(given)) void ask();
    else if (given !== null) pendingToken = setTimeout(warnOfToken, given ? 0 : maxPendingTokenMs);
  };
  const warnOfToken = () => {
    state = { failure: 407 };
    draw();
    fail('option', 'Souk: the card has no token: hand over that of your back end by element.token, or null.');
  };

  const applyTheme = () => {
    const { theme } = readOptions();
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  const loadAppearance = async (): Promise<typeof Apply | undefined> => {
    if (!readOptions().appearance) return undefined;
    return import(fileUrl('card-appearance.js')).catch(() => undefined);
  };
  const applyAppearance = (code: typeof Apply | undefined) => {
    undoAppearance?.();
    undoAppearance = code?.applyAppearance(root, readOptions().appearance, {
      warn: (text) => fail('appearance', text),
      onUnknown: (names) => fail('appearance', `Souk: there is no appearance variable ${names}.`),
    });
  };

  const load = async () => {
    const tag = wanted;
    try {
      const [texts, styles, code] = await Promise.all([
        fetchAsset(fileUrl(`${tag}.card.json`), 'json'),
        drawn ? undefined : fetchAsset(fileUrl('card.css'), 'text'),
        loadAppearance(),
      ]);
      if (isOver || tag !== wanted) return;
      addTexts(tag, 'first', texts);
      if (styles !== undefined) {
        addStyles(shadow, styles);
        root.className = 'souk';
        applyReaderTextSize(root, place);
        applyTheme();
        applyAppearance(code);
      }
      drawn = tag;
      draw();
    } catch (error) {
      if (isOver || tag !== wanted) return;
      renderLoadError(root, `↻ ${retryTexts[tag]}`, load);
      fail('load', `Souk: the card did not load: check its address and the policy. ${error}`);
    }
  };
  void load();
  document.addEventListener('visibilitychange', refresh);
  addEventListener('online', refresh);

  return {
    setToken,
    /** Follows an attribute of the element; before the first drawing they are read then. */
    applyAttribute(name: string) {
      if (/lang$/.test(name)) {
        const tag = matchLang(readOptions().lang, langs);
        if (!tag || tag === wanted) return;
        wanted = tag;
        void load();
        // What the server writes, such as names of goods, is in the reader's language.
        if (state.home || asking) void ask();
      }
      if (!drawn) return;
      if (name === 'data-theme') applyTheme();
      if (name === 'data-appearance') void loadAppearance().then(applyAppearance);
    },
    leave() {
      isOver = true;
      asking = undefined;
      clearTimeout(pendingToken);
      undoAppearance?.();
      document.removeEventListener('visibilitychange', refresh);
      removeEventListener('online', refresh);
    },
  };
}
