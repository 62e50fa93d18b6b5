import type { MountOptions } from './options.ts';

interface Place {
  options: MountOptions & { readonly props?: Pick<MountOptions, 'lang' | 'theme'> };
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

/** Every option, under the name that it also has as an attribute. */
const optionNames = [
  'api',
  'lang',
  'langs',
  'theme',
  'location',
  'history',
  'path',
  'storage',
  'appearance',
  'token',
  'host',
];

/** What the packages `embed` and `react` take. */
const propNames = [
  'origin',
  'token',
  'lang',
  'theme',
  'appearance',
  'path',
  'onReady',
  'onClose',
  'onBadge',
  'onDirty',
  'onSessionLost',
  'onError',
  'className',
  'style',
  'children',
];

/** What frameworks and tests add to any element. */
const foreignNames =
  /^(data-)?(v-|test|cy$|qa|react|svelte|sveltekit|astro|next|ns|turbo|controller|action)/i;

/** Returns the Levenshtein distance of two names. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + Number(one[i - 1] !== other[j - 1]),
      );
    row = next;
  }
  return row[other.length] ?? 0;
}

/** Returns the known name that was probably meant: at most two letters away, in whatever case. */
function nearestName(written: string, known: readonly string[]): string | undefined {
  const distances = known.map((name) => editDistance(name.toLowerCase(), written.toLowerCase()));
  const least = Math.min(...distances);
  return least <= 2 ? known[distances.indexOf(least)] : undefined;
}

/** Returns a sentence for each name that is none of the known ones; `kind` is what they are names of. */
export const explainUnknownNames = (
  kind: string,
  written: readonly string[],
  known: readonly string[],
): string[] =>
  written
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = nearestName(name, known);
      return `Souk: there is no ${kind} ${name}: ${near ? `write ${near}` : `it has ${known.join(', ')}`}.`;
    });

/** Returns a sentence for each name that is no option's. */
function findUnknownNames({ options, element }: Place): string[] {
  const { props = {}, ...own } = options;
  const unknownProps = unknownNames(Object.keys(props), propNames);
  if (element.localName !== 'souk-app')
    return [...unknownNames(Object.keys(own), optionNames), ...unknownProps];
  const attributes = Object.keys(own).map(
    (name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  );
  const bare = ['token', 'theme', 'path'].filter((name) => element.hasAttribute(name));
  return [
    ...unknownNames(
      attributes,
      optionNames.map((name) => `data-${name}`),
    ),
    ...bare.map((name) =>
      name === 'token'
        ? 'Souk: an attribute is no place for a token: set the property, element.token = …, once souk.js has run (customElements.whenDefined).'
        : `Souk: there is no attribute ${name}: write data-${name}, or set the property once souk.js has run.`,
    ),
  ];
}

const unknownNames = (written: readonly string[], known: readonly string[]) =>
  explainUnknownNames(
    'option',
    written.filter((name) => !foreignNames.test(name)),
    known,
  );

const isTabStored = () => {
  try {
    sessionStorage.setItem('souk:probe', '1');
    sessionStorage.removeItem('souk:probe');
    return true;
  } catch {
    return false;
  }
};

/** Returns what is wrong with the options: a sentence each, with what to write. */
export function findOptionFaults(
  place: Place,
): { code: 'option' | 'storage' | 'unknown_path'; message: string }[] {
  const { options, element, langs, isPath } = place;
  const { langs: offered, location, history, storage, path, token, host } = options;
  // A package hands these to the host that it makes.
  const { lang, theme } = { ...options, ...options.props };
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
    ['theme', theme, remedyUnless(theme || 'auto', 'light', 'dark', 'auto')],
    ['location', location, remedyUnless(location ?? 'hash', 'hash', 'memory')],
    [
      'history',
      history,
      remedyUnless(history ?? 'none', 'none', 'push') ||
        (history === 'push' &&
          location !== 'memory' &&
          'it counts only beside location "memory", as steps in the fragment are entries already'),
    ],
    ['storage', storage, remedyUnless(storage ?? 'memory', 'memory', 'session')],
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
  const refused = checks.flatMap(([name, value, remedy]) =>
    remedy ? `Souk: the option ${name} is "${value}", which is not taken: ${remedy}.` : [],
  );
  const wrong = [...refused, ...findUnknownNames(place)].map((message) => ({
    code: 'option' as const,
    message,
  }));
  if (storage === 'session' && !isTabStored()) {
    const message =
      'Souk: the browser keeps nothing for this page, so the option storage "session" has no effect: allow storage, or hand the token over at each load.';
    return [...wrong, { code: 'storage', message }];
  }
  if (!path || isPath(path)) return wrong;
  const message = `Souk: unknown_path: the option path is "${path}", where Souk has no screen, so it begins with the first one: write an address such as "/orderList".`;
  return [...wrong, { code: 'unknown_path', message }];
}
