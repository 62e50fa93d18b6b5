import type { SoukGlobal } from '../../../src/embed/souk-global.ts';

/**
 * Why Souk is not there: `invalid_origin` if the address is none, `unreachable` if no script of Souk's came from it,
 * `other_origin` if the page has a Souk of another address.
 */
export type LoadCode = 'invalid_origin' | 'unreachable' | 'other_origin';

/** An error with a code for programs, and a sentence with the remedy for people. */
export class SoukError<Code extends string = LoadCode> extends Error {
  override readonly name = 'SoukError';
  declare readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}

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
  if (!/^https?:\/\/[^?#*\s]+$/.test(origin))
    throw new SoukError(
      'invalid_origin',
      `"${origin}" is no origin: give one such as "https://souk.example".`,
    );
  const src = `${origin.replace(/\/+$/, '')}/souk.js`;
  if (loading && loading.src !== src)
    throw new SoukError('other_origin', `This page has loaded ${loading.src}: reload it for another Souk.`);
  loading ??= { src, souk: loadScript(src) };
  return loading.souk;
};

const loadScript = async (src: string): Promise<SoukGlobal> => {
  // A script tag of the page's own may have run already.
  if (!window.Souk) await addScript(src);
  if (window.Souk) return window.Souk;
  loading = undefined;
  throw new SoukError(
    'unreachable',
    `No Souk came from ${src}: see that it runs there, and that the page’s policy (script-src) allows it.`,
  );
};

/** Adds a script to the page; resolves when it has run, could not be loaded, or took too long. */
const addScript = async (src: string): Promise<void> => {
  const script = document.createElement('script');
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  script.src = src;
  await new Promise((settle) => {
    script.onload = script.onerror = settle;
    setTimeout(settle, maxWaitMs);
    document.head.append(script);
  });
};
