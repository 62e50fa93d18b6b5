import type { MountOptions } from './options.ts';

interface Place {
  /** What Souk is drawn in. */
  element: Element;
  /** Languages that this build has. */
  langs: readonly string[];
  /** Returns whether Souk has a screen at an address. */
  isPath(path: string): boolean;
}

const remedyUnless = (value: unknown, ...accepted: readonly string[]) =>
  accepted.includes(`${value}`)
    ? ''
    : `write ${accepted.map((each) => `"${each}"`).join(' or ')}, or leave it out`;

/** Returns a sentence for each invalid option: what it is, and what to write. */
export function findOptionFaults(options: MountOptions, { element, langs, isPath }: Place): string[] {
  const { lang, langs: offered, theme, location, storage, path, token, host } = options;
  const tags = `use one of ${langs.join(', ')}, or leave it out`;
  const base = (tag: string) => tag.toLowerCase().split('-')[0];
  const knows = (tag: string) => langs.some((one) => base(one) === base(tag));
  const checks: [name: string, value: unknown, remedy: string | false | undefined][] = [
    ['lang', lang, lang !== undefined && !knows(`${lang}`) && tags],
    [
      'langs',
      offered,
      `${offered ?? langs}`.split(',').some((tag) => !langs.includes(tag)) &&
        `each of them must be one of ${langs.join(', ')}`,
    ],
    ['theme', theme, remedyUnless(theme ?? 'auto', 'light', 'dark', 'auto')],
    ['location', location, remedyUnless(location ?? 'hash', 'hash', 'memory')],
    ['storage', storage, remedyUnless(storage ?? 'memory', 'memory', 'session')],
    [
      'path',
      path,
      path !== undefined &&
        location !== 'memory' &&
        'it counts only beside location "memory": put the address into the page’s fragment',
    ],
    [
      'path',
      path,
      path !== undefined &&
        location === 'memory' &&
        !isPath(`${path}`) &&
        'Souk has no such screen and begins with the first one: write an address such as "/orderList"',
    ],
    [
      'token',
      '…',
      token !== undefined &&
        token !== null &&
        typeof token !== 'string' &&
        'give the text of a token, or null',
    ],
    [
      'data-token',
      '…',
      element.localName === 'souk-app' &&
        element.hasAttribute('data-token') &&
        'an attribute is no place for a secret: hand the token over by Souk.mount(element, { token })',
    ],
    [
      'host',
      host,
      host !== undefined &&
        typeof host?.postMessage !== 'function' &&
        'give createHostObject().host of host.js, not its end and not the whole of it',
    ],
  ];
  return checks.flatMap(([name, value, remedy]) =>
    remedy ? `Souk: the option ${name} is "${value}", which is not taken: ${remedy}.` : [],
  );
}
