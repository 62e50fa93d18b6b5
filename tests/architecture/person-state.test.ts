import { expect, test } from 'vitest';
import { filesIn, read } from './imports.ts';

/** What outlives a screen and is not `personal()`, by file and name, with the reason why no person's data is in it. */
const reasons: Readonly<Record<string, string>> = {
  'src/data/api-error.ts: listeners': 'the shell, and no data',
  'src/data/api-error.ts: queuedRefusals': 'cleared by clearPerson',
  'src/data/command.ts: underWay':
    'calls that end as cancelled, found only by a key that clearPersonAndTab removes',
  'src/data/host.ts: capabilities': 'of the host',
  'src/data/online.ts: online': 'of the device',
  'src/data/person.ts: clearers': 'the registrations themselves',
  'src/data/person.ts: made': 'what personal() makes',
  'src/data/person.ts: personVersion': 'a count',
  'src/data/resource.ts: all': 'all resources, for asking again; each registers itself with clearPerson',
  'src/data/resource.ts: shown': 'entries of resources, which are cleared by clearPerson',
  'src/data/resource.ts: state': 'cleared by clearPerson, together with its entry',
  'src/data/send.ts: renewing': 'a promise of yes or no',
  'src/data/send.ts: unrenewable': 'a token that is worth nothing any more, compared and never sent',
  'src/data/server-time.ts: aheadMs': 'how far a clock is ahead',
  'src/data/session.ts: hasToken': 'yes or no, written with the token',
  'src/data/session.ts: meRequests': 'a count',
  'src/data/session.ts: session': 'who is signed in: each token that is taken writes it',
  'src/data/session.ts: subjectToken': 'the token of the subject, compared and never sent',
  'src/data/session.ts: tokenChanges': 'a count',
  'src/data/today.ts: todayScreens': 'a count',
  'src/data/toast.ts: last': 'a count',
  'src/lang/index.ts: wanted': 'a language',
  'src/lang/intl.ts: cache': 'formats',
  'src/lang/first.ts: shopCurrency': 'follows the session',
  'src/lang/first.ts: shopZone': 'follows the session',
  'src/lang/first.ts: lang': 'a language',
  'src/lang/first.ts: version': 'a count',
  'src/lang/first.ts: loading': 'texts',
  'src/lang/first.ts: source': 'where texts come from',
  'src/location.ts: depth': 'a count',
  'src/location.ts: target': 'a path that was tapped',
  'src/location.ts: url': 'the address, which the browser shows as well',
  'src/screens/shop/shop-centre.tsx: after': 'drawings',
  'src/shell/load-appearance.ts: latest': 'the look that the host gives',
  'src/shell/load-appearance.ts: undo': 'the look that the host gives',
  'src/shell/route-focus.ts: tabTops': 'cleared by clearPerson',
  'src/shell/route-focus.ts: scrolled': 'cleared by clearPerson',
  'src/shell/visibility.ts: isHostHidden': 'of the device',
  'src/storage.ts: hasHistory': 'of the page',
  'src/storage.ts: prefix': 'of the page',
  'src/storage.ts: timer': 'of the page',
  'src/ui/brand.ts: brand': 'the name that the host gives to the product',
  'src/ui/head.tsx: headMark': 'of the server: whether it is a demo',
  'src/ui/has-drafts.ts: changes': 'a count',
  'src/ui/lazy.tsx: loadStyles': 'of the page',
  'src/ui/lazy.tsx: heal': 'what is tried where code is missing',
  'src/ui/lazy.tsx: state': 'code',
  'src/ui/offline.ts: isOfflineShown': 'of the page',
  'src/ui/usable.ts: usable': 'of the page',
  'src/ui/long-list.tsx: memories': 'heights of rows, and which one was at the edge, by the list’s own name',
  'src/ui/sheet.tsx: before': 'a style of the page',
  'src/ui/sheet.tsx: locks': 'a count',
  'src/ui/wide.ts: fits': 'of the window',
};

const files = ['data', 'lang', 'ui', 'screens', 'shell'].flatMap((folder) => filesIn(`src/${folder}`));
const entries = filesIn('src').filter((path) => /^src\/[^/]+$/.test(path));

/** A signal anywhere; and, outside of functions, a variable or a container that is filled later. */
const outliving = [
  /^ *(?:export )?(?:const )?([\w.]+)(?:: [^=\n]+)? = (?:computed|signal)[<(]/,
  /^(?:export )?(?:let|var) (\w+)/,
  /^(?:export )?const (\w+)(?:: [^=\n]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)/,
  /^(?:export )?const (\w+): [^=\n]*\[\] = \[\]/,
];
const nameIn = (line: string) => {
  if (/= computed/.test(line)) return undefined;
  for (const form of outliving) {
    const name = form.exec(line)?.[1];
    if (name) return name.split('.').at(-1);
  }
  return undefined;
};
const found = [...files, ...entries].flatMap((path) =>
  read(path)
    .split('\n')
    .flatMap((line) => nameIn(line) ?? [])
    .map((name) => `${path}: ${name}`),
);

test('state that outlives a screen is personal, or the list says why it holds nothing of a person', () => {
  expect([...new Set(found)].sort()).toEqual(Object.keys(reasons).sort());
});

test('the check sees every way to create a signal', () => {
  const made = [...files, ...entries].filter((path) => path !== 'src/data/person.ts');
  const calls = made.flatMap((path) => read(path).match(/(?<![\w.])signal(?:<[^(]*>)?\((?!\))/g) ?? []);
  const seen = found.filter((name) => /signal/.test(lineOf(name)) && !name.startsWith('src/data/person.ts'));
  expect(calls).toHaveLength(seen.length);
});

function lineOf(found: string): string {
  const [path = '', name = ''] = found.split(': ');
  return (
    read(path)
      .split('\n')
      .find((line) => nameIn(line) === name && /signal/.test(line)) ?? ''
  );
}
