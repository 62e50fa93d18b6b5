import type { SoukGlobal } from '../../../src/embed/souk-global.ts';
import { trimSlashes } from '../../trim-slashes.ts';
import { SoukError } from './souk-error.ts';

/** How long the script may take, in milliseconds. */
const maxWaitMs = 20_000;

let loading: { src: string; souk: Promise<SoukGlobal> } | undefined;

/**
 * Loads souk.js into the page once, with the page's own CSP nonce, and returns what it defines. After an error the next
 * call tries again.
 * @param origin scheme and host of Souk, with the path that it lies under, if it does.
 * @throws SoukError
 * @example const { mount } = await loadSouk('https://souk.example');
 */
export const loadSouk = async (origin: string): Promise<SoukGlobal> => {
  // A page without types may have left it out.
  const src = `${trimSlashes(`${origin}`)}/souk.js`;
  if (loading && loading.src !== src)
    throw new SoukError('other_origin', `This page has loaded ${loading.src}: reload it for another.`);
  loading ??= { src, souk: loadScript(src) };
  return loading.souk;
};

/** Adds the script to the page, and waits until it has run, could not be loaded, or took too long. */
const loadScript = async (src: string): Promise<SoukGlobal> => {
  const script = document.createElement('script');
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  script.src = src;
  const loaded = (settle: () => void) => {
    script.onload = script.onerror = settle;
    setTimeout(settle, maxWaitMs);
    document.head.append(script);
  };
  // A script tag of the page's own may have run already.
  if (!window.Souk) await new Promise<void>(loaded);
  if (window.Souk) return window.Souk;
  loading = undefined;
  // As the browser read it: an origin without its scheme is a path of the page.
  const address = script.src;
  const isMixed = location.protocol === 'https:' && /^http:/.test(address);
  const remedy = isMixed ? 'write https' : 'check scheme, port and script-src, and that it runs';
  throw new SoukError('unreachable', `No Souk came from ${address}: ${remedy}.`);
};
