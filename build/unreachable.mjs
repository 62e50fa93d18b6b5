// Code of packages that nothing in Souk can reach, though the bundler cannot see that it is so. Each cut names the
// file, what goes, what takes its place, and why; a package that changed there fails the build instead of slipping by.
// Components are tested on what is left (vitest.config.ts), so that whoever comes to need what was cut meets a test.
import { readFile } from 'node:fs/promises';
import { preactCuts } from './unreachable-preact.mjs';

const router = /[\\/]node_modules[\\/]preact-iso[\\/]src[\\/]router\.js$/;
const compat = /[\\/]node_modules[\\/]preact[\\/]compat[\\/]dist[\\/]compat\.mjs$/;
const signals = /[\\/]node_modules[\\/]@preact[\\/]signals[\\/]dist[\\/]signals\.mjs$/;
const preact = /[\\/]node_modules[\\/]preact[\\/]dist[\\/]preact\.mjs$/;

const files = [router, compat, signals, preact];

const cuts = [
  {
    // Our own place (src/location.ts) provides the location; of this component only its context is used.
    file: router,
    from: /export function LocationProvider\(props\) \{[\s\S]*?\n\}\n/,
    to: 'export function LocationProvider() {}\n',
  },
  {
    // Parameters and wildcards in patterns: every address of ours is plain, and build/routes.mjs holds it to that.
    file: router,
    from: /export const exec = \(url, route, matches = \{\}\) => \{[\s\S]*?\n\};\n/,
    to: 'export const exec = (url, route, matches) => url === route && matches;\n',
  },
  {
    // A Router outside of our place: src/app.tsx puts it inside.
    file: router,
    from: /\tif \(!url\) \{\n\t\tthrow new Error\(.*\);\n\t\}\n/,
    to: '',
  },
  // Pages made by a server, and screens that suspend: there are none here, as src/ui/late.ts itself draws what waits.
  { file: router, from: /\tconst isHydratingSuspense = .*\n\tconst isHydratingBool = .*\n/, to: '' },
  { file: router, from: /\tif \(isHydratingSuspense\) \{[\s\S]*?\n\t\}\n/, to: '' },
  { file: router, from: /\tthis\.__c = \(e, suspendedVNode\) => \{[\s\S]*?\n\t\};\n/, to: '' },
  {
    file: router,
    from: /\tconst pendingBase = [\s\S]*?\n\tconst didSuspend = .*\n\tdidSuspend\.current = false;\n/,
    to: '',
  },
  {
    // Calls back and scrolling: src/location.ts and src/shell/arrival.ts do what is to be done on arrival.
    file: router,
    from: /\tuseLayoutEffect\(\(\) => \{\n\t\tconst currentDom = [\s\S]*?\n\t\}, \[path, wasPush, c\]\);\n/,
    to: '',
  },
  {
    file: router,
    from: /\tconst isLoading = .*\n\tconst prevRoute = .*\n/,
    to: '',
  },
  {
    // Life cycles that React itself has given up, and marks by which packages know a component of React's.
    file: compat,
    from: /\w+\.prototype\.isReactComponent=!0,\["componentWillMount",.*?\}\)\}\);/,
    to: '',
  },
  // React's own members of an event: nobody here asks for more than the browser's.
  { file: compat, from: /var (\w+)=(\w+)\.event;\2\.event=function.*?\.nativeEvent=\w+\};/, to: '' },
  {
    // React's names of attributes and events where they are not the browser's. The one that forms live by is kept:
    // onChange of a field is heard at each key.
    file: compat,
    from: /u\.vnode=function\(t\)\{if\("string"==typeof t\.type.*?,Q&&Q\(t\)\};/,
    to: 'u.vnode=function(t){var n=t.props,e=n.onChange;e&&("input"==t.type||"textarea"==t.type)&&!/fil|che|rad/.test(n.type)&&(t.props=w({},n,{onInput:e,onChange:void 0}));Q&&Q(t)};',
  },
  // Signals that are bound to a text or an attribute past the component: ours are read while a component draws.
  { file: signals, from: /function w\(\{data:t\}\)\{.*?__b:\{configurable:!0,value:1\}\}\);/, to: '' },
  { file: signals, from: /(b\("__b",.*?)if\("string"==typeof i\.type\)\{.*?\}\}\}(t\(i\)\}\);)/, to: '$1$2' },
  {
    file: signals,
    from: /(b\("diffed",.*?)let n;if\("string"==typeof i\.type.*?\}\}(t\(i\)\}\);)/,
    to: '$1$2',
  },
  {
    file: signals,
    from: /if\("string"==typeof i\.type\)\{let t=i\.__e;.*?i\.__np=void 0\}else(?=\{let t=i\.__c;)/,
    to: '',
  },
  // A tree that waits while it is drawn, or was drawn by a server.
  { file: preact, from: /128&u\.__u&&\(c=32&u\.__u,.*?\|\|l\),(?=\(s=n\.__b\))/, to: '' },
  {
    file: preact,
    from: /if\(e\.length=v,r\.__v=null,c\|\|o\)if\(t&&t\.then\)\{.*?\}else o&&o\.some\(g\);else (?=r\.__e=u\.__e;)/,
    to: 'e.length=v;r.__v=null;',
  },
  { file: preact, from: /p&&p\.some\(g\),/, to: '' },
  { file: preact, from: /!u&&\(i=t\.__c\)&&\(i=i\.__z\)&&.*?g\(i\)\),/, to: '' },
  // Portals: nothing leaves the root that styles hang on.
  { file: preact, from: /M\.__P&&\(s=l,.*?null\),(?=l=I\()/, to: '' },
  { file: preact, from: /M\.__P&&\(r\.__e=null,l=s\),/, to: '' },
  ...preactCuts,
  // Markup that is put in as it is.
  {
    file: preact,
    from: /h\?\(l\|\|y&&.*?r\.__k=\[\]\):\(y&&\(t\.textContent=""\),(.*?),o&&o\.some\(g\)\),/,
    to: '$1,',
  },
];

/** A package's file without what is cut from it; undefined for any other file. */
function withoutUnreachable(path, whole) {
  const here = cuts.filter(({ file }) => file.test(path));
  if (here.length) return here.reduce((text, cut) => without(text, cut, path), whole);
}

function without(text, { from, to }, path) {
  if (from.test(text)) return text.replace(from, to);
  throw new Error(`${path} has changed where build/unreachable.mjs cuts it: look at ${from} anew.`);
}

/** Tests run what the build publishes: the same cuts, by the plugin interface of vite. */
export const cutInTests = {
  name: 'cut-unreachable',
  transform: (code, path) => withoutUnreachable(path.split('?')[0], code),
};

export const cutUnreachable = {
  name: 'cut-unreachable',
  setup(context) {
    const met = new Set();
    for (const file of files)
      context.onLoad({ filter: file }, async ({ path }) => {
        met.add(file);
        return { contents: withoutUnreachable(path, await readFile(path, 'utf8')), loader: 'js' };
      });
    context.onEnd(() => {
      const missed = files.filter((file) => !met.has(file));
      return {
        errors: missed.map((file) => ({ text: `build/unreachable.mjs cuts ${file}, which nobody loads.` })),
      };
    });
  },
};
