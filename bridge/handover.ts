import { isToken } from './is-token.ts';

/** The values that a URL handed over, and the URL to put in its place. */
interface Handover {
  readonly token: string | null;
  readonly lang: string | null;
  readonly invite: string | null;
  /** The address without the fragment's hand-over and without any token; every other byte is unchanged. */
  readonly url: string;
}

/** Matches pairs with one of our keys among them, and no route (`#/orders?…`) or anchor (`#terms`). */
const handedOver = /^([^/?&=]*=[^&]*&)*(token|lang|invite)=/;

const read = (pairs: string, key: string): string | null => {
  const value = `&${pairs}`.split(`&${key}=`)[1]?.split('&')[0];
  if (!value) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return value; // A stray per cent sign: the bytes themselves are the value.
  }
};

/** Cuts `token=…` out of what follows the first `?`, and the `?` with it where nothing else followed. */
const cutToken = (text: string): string => {
  const at = text.indexOf('?');
  if (at < 0) return text;
  const pairs = text.slice(at + 1).split('&');
  const kept = pairs.filter((pair) => !pair.startsWith('token='));
  return text.slice(0, at) + (kept.length > 0 ? `?${kept.join('&')}` : '');
};

const queryOf = (text: string): string => text.slice(text.indexOf('?') + 1 || text.length);

/**
 * Reads a URL's hand-over: `#token=…&lang=…&invite=…`, or the same keys in the query; the fragment goes first.
 * Pure, on strings, so that it can run before anything else does.
 * @example
 * const { token, url } = takeHandover(location.href);
 * if (url !== location.href) history.replaceState(history.state, '', url);
 */
export const takeHandover = (href: string): Handover => {
  const hash = href.indexOf('#');
  const page = hash < 0 ? href : href.slice(0, hash);
  const fragment = hash < 0 ? '' : href.slice(hash + 1);
  const whole = handedOver.test(fragment);
  const readKey = (key: string): string | null =>
    (whole ? read(fragment, key) : key === 'token' ? read(queryOf(fragment), key) : null) ??
    read(queryOf(page), key);
  const token = readKey('token');
  return {
    token: isToken(token) ? token : null,
    lang: readKey('lang'),
    invite: readKey('invite'),
    url: cutToken(page) + (hash < 0 || whole ? '' : `#${cutToken(fragment)}`),
  };
};
