// Code of packages that Souk never reaches, though the bundler cannot see it. Each cut names the file, the code to
// remove, its replacement, and why; a package that changed there fails the build. Components are tested without the
// removed code (vitest.config.ts), so that a test fails where it is needed again.
import { readFile } from 'node:fs/promises';
import { preactCuts, preactFiles } from './unreachable-preact.mjs';
import { redaxiosCuts, redaxiosFiles } from './unreachable-redaxios.mjs';
import { signalsCuts, signalsFiles } from './unreachable-signals.mjs';

const router = /[\\/]node_modules[\\/]preact-iso[\\/]src[\\/]router\.js$/;
const compat = /[\\/]node_modules[\\/]preact[\\/]compat[\\/]dist[\\/]compat\.mjs$/;
const preact = /[\\/]node_modules[\\/]preact[\\/]dist[\\/]preact\.mjs$/;

const files = [router, compat, ...preactFiles, ...signalsFiles, ...redaxiosFiles];

const cuts = [
  {
    // src/location.ts provides the location; of this component only its context is used.
    file: router,
    from: /export function LocationProvider\(props\) \{[\s\S]*?\n\}\n/,
    to: 'export function LocationProvider() {}\n',
  },
  {
    // Parameters and wildcards in patterns: every address of ours is plain, which tools/build/routes.mjs checks.
    file: router,
    from: /export const exec = \(url, route, matches = \{\}\) => \{[\s\S]*?\n\};\n/,
    to: 'export const exec = (url, route, matches) => url === route && matches;\n',
  },
  {
    // A Router without a location: src/app.tsx always provides one.
    file: router,
    from: /\tif \(!url\) \{\n\t\tthrow new Error\(.*\);\n\t\}\n/,
    to: '',
  },
  // Server rendering and suspending screens: src/ui/lazy.tsx itself draws the waiting state.
  { file: router, from: /\tconst isHydratingSuspense = .*\n\tconst isHydratingBool = .*\n/, to: '' },
  { file: router, from: /\tif \(isHydratingSuspense\) \{[\s\S]*?\n\t\}\n/, to: '' },
  { file: router, from: /\tthis\.__c = \(e, suspendedVNode\) => \{[\s\S]*?\n\t\};\n/, to: '' },
  {
    file: router,
    from: /\tconst pendingBase = [\s\S]*?\n\tconst didSuspend = .*\n\tdidSuspend\.current = false;\n/,
    to: '',
  },
  {
    // Callbacks and scrolling: src/location.ts and src/shell/route-focus.ts do this on arrival.
    file: router,
    from: /\tuseLayoutEffect\(\(\) => \{\n\t\tconst currentDom = [\s\S]*?\n\t\}, \[path, wasPush, c\]\);\n/,
    to: '',
  },
  {
    file: router,
    from: /\tconst isLoading = .*\n\tconst prevRoute = .*\n/,
    to: '',
  },
  // Routers within a route, what a route gets beside path and query, and the route before while the next suspends.
  { file: router, from: /const RESOLVED = .*\n/, to: '' },
  { file: router, from: /\tconst \[c, update\] = .*\n/, to: '' },
  { file: router, from: /, wasPush, path \} = useLocation/, to: ', path } = useLocation' },
  { file: router, from: /\tconst \{ rest = path, params = \{\} \} = .*\n/, to: '' },
  { file: router, from: /exec\(\n\s+rest,/, to: 'exec(path,' },
  { file: router, from: /path: rest,\n(\s+query),\n\s+params: .*\n\s+rest: ''\n/, to: 'path,$1' },
  { file: router, from: /\tconst prev = .*\n/, to: '' },
  { file: router, from: /prev\.current = cur\.current;/, to: 'const outgoing = cur.current;' },
  { file: router, from: /h\(RouteContext\.Provider, \{ value: matchProps \}, incoming\)/, to: 'incoming' },
  { file: router, from: /\t\tconst outgoing = prev\.current && .*\n/, to: '' },
  { file: router, from: / \|\| incoming\.props\.component !== outgoing\.props\.component/, to: '' },
  { file: router, from: /\tconst p = prev\.current;\n\tprev\.current = null;\n/, to: '' },
  { file: router, from: /return routeChanged\n[\s\S]*?: (h\(RenderRef, .*\);)/, to: 'return $1' },
  { file: router, from: /const RouteContext = createContext\(\n.*\n\);\n/, to: '' },
  { file: router, from: /export const useRoute = .*;/, to: '' },
  {
    // Life cycles that React itself has removed, and marks by which packages recognise a React component.
    file: compat,
    from: /\w+\.prototype\.isReactComponent=!0,\["componentWillMount",.*?\}\)\}\);/,
    to: '',
  },
  // What React's first way of rendering returned and called.
  { file: compat, from: /(o\(n,t\)),"function"==typeof e&&e\(\),n\?n\.__c:null(?=\}function G)/, to: '$1' },
  // React's own members of an event: all code here uses the browser's.
  { file: compat, from: /var (\w+)=(\w+)\.event;\2\.event=function.*?\.nativeEvent=\w+\};/, to: '' },
  {
    // React's names of attributes and events where they differ from the browser's. The one that forms need is kept:
    // onChange of a field fires at each key.
    file: compat,
    from: /u\.vnode=function\(t\)\{if\("string"==typeof t\.type.*?,Q&&Q\(t\)\};/,
    to: 'u.vnode=function(t){var n=t.props,e=n.onChange;e&&("input"==t.type||"textarea"==t.type)&&!/fil|che|rad/.test(n.type)&&(t.props=w({},n,{onInput:e,onChange:void 0}));Q&&Q(t)};',
  },
  ...signalsCuts,
  // A tree that suspends, or was rendered by a server.
  { file: preact, from: /128&u\.__u&&\(c=32&u\.__u,.*?\|\|l\),(?=\(s=n\.__b\))/, to: '' },
  {
    file: preact,
    from: /if\(e\.length=v,r\.__v=null,c\|\|o\)if\(t&&t\.then\)\{.*?\}else o&&o\.some\(g\);else (?=r\.__e=u\.__e;)/,
    to: 'e.length=v;r.__v=null;',
  },
  { file: preact, from: /p&&p\.some\(g\),/, to: '' },
  { file: preact, from: /!u&&\(i=t\.__c\)&&\(i=i\.__z\)&&.*?g\(i\)\),/, to: '' },
  ...preactCuts,
  ...redaxiosCuts,
];

/** Returns a package's file without the cuts; undefined for any other file. */
function withoutUnreachable(path, whole) {
  const fileCuts = cuts.filter(({ file }) => file.test(path));
  if (fileCuts.length) return fileCuts.reduce((text, cut) => applyCut(text, cut, path), whole);
}

function applyCut(text, { from, to }, path) {
  if (from.test(text)) return text.replace(from, to);
  throw new Error(`${path} has changed where tools/build/unreachable.mjs cuts it: look at ${from} anew.`);
}

/** Applies the same cuts in tests, by the plugin interface of vite, so that they run what the build publishes. */
export const cutInTests = {
  name: 'cut-unreachable',
  transform: (code, path) => withoutUnreachable(path.split('?')[0], code),
};

export const cutUnreachable = {
  name: 'cut-unreachable',
  setup(context) {
    const loaded = new Set();
    for (const file of files)
      context.onLoad({ filter: file }, async ({ path }) => {
        loaded.add(file);
        return { contents: withoutUnreachable(path, await readFile(path, 'utf8')), loader: 'js' };
      });
    context.onEnd(() => {
      const missed = files.filter((file) => !loaded.has(file));
      return {
        errors: missed.map((file) => ({
          text: `tools/build/unreachable.mjs cuts ${file}, which nobody loads.`,
        })),
      };
    });
  },
};
