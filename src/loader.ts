// The first code that runs, inline in the page. It takes the token out of the address before anything else can
// read it, then asks for all that the first screen needs at once: code, language and first data in one round trip
// instead of one after the other. It leaves no global behind; what it has goes to the app's start().
import { takeHandover } from '../bridge/handover.ts';
import type { IosWindow } from '../bridge/transport/ios.ts';
import { attempt } from './first/attempt.ts';
import { firstCalls } from './first/first-calls.ts';
import { kept } from './first/kept.ts';
import { readFile } from './first/read-file.ts';
import { sayFailed } from './first/say-failed.ts';
import { firstLang } from './lang/first-lang.ts';
import type { PageConfig, Preload } from './preload.ts';

/** What the build knows and puts in place of this name. */
declare const PAGE: {
  /** Where the build lies, a name that no other build has. */
  files: string;
  /** What core exports the app's start as. */
  start: string;
  /** What the screen of a path needs beside core: itself (4), and common (1) or forms (2) or both. */
  screens: Readonly<Record<string, number>>;
};

const { url, ...handed } = takeHandover(location.href);
if (url !== location.href) history.replaceState(history.state, '', url);

const at = (file: string) => PAGE.files + file;
const mount = document.getElementById('souk') as HTMLElement;
const given = JSON.parse((document.getElementById('souk-config') as HTMLElement).textContent as string);
const config: PageConfig = { ...given, files: PAGE.files };

const { lang, langFrom } = firstLang(
  { url: handed.lang, kept: kept('lang'), chosen: kept('langChosen'), browser: navigator.languages },
  config.langs,
);

// The bridge to whoever shows this page: one around it, or a native app, which puts its handler, `soukHost`,
// `SoukAndroid`, `ReactNativeWebView` or `flutter_inappwebview` into it before its first script. Every browser on iOS has
// `webkit`, and lists it nowhere: only the handler in it tells a host.
const hosted =
  parent !== window
    ? 'frame'
    : ((window as IosWindow).webkit?.messageHandlers?.souk ||
        /souk|React|flutter/i.test(Object.keys(window).join())) &&
      'native';

// A host says who is signed in: a token that another visit left behind is not used. Without one, anybody can have made
// the address, so that its token takes the place of no sign-in that is kept here.
const token = (hosted ? null : kept('token')) ?? handed.token;

/** Put in by script, the stylesheet does not keep the skeleton from being painted. */
const stylesheet = () =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = at('souk.css');
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });

/** Without a token, sign-in is drawn in place of any screen. */
const path = token || hosted ? location.pathname.slice(1) : 'login';
const boot = mount.firstElementChild as HTMLElement;
if (path === 'login') boot.textContent = ''; // The skeleton is the shop centre's.
const isFirst = !path || path === 'shopCenter';
const { calls, ask } = firstCalls(config.api, lang, isFirst ? 3 : 1);
if (token) ask(token);

const locale = readFile(at(`${lang}.first.json`), 'json').then((first) => ({ tag: lang, first }));
const needs = PAGE.screens[path];
const early = needs ? [`${path}.js`, needs & 1 && 'common.js', needs & 2 && 'forms.js'] : [];
// Any other screen than the first has a call to send itself.
if (!isFirst) early.push('send.js');
// Only to have them on their way: the screen asks again, and says so if they do not come.
early.map((file) => file && import(at(file)).catch(() => {}));
if (needs) fetch(at(`${lang}.rest.json`)).catch(() => {});
if (/^order/.test(path)) fetch(at(`${lang}.orders.json`)).catch(() => {});

// Only a page that somebody shows speaks to a host; where its end of the bridge does not come, Souk does not start.
const greeting = hosted && attempt(() => import(at(`${hosted}.js`)));

/** In the reader's language where the texts did come, and with a sign that needs none where they did not. */
const fail = () =>
  locale
    .then(({ first: { common } }) => `${common.failed} ↻ ${common.retry}`)
    .catch(() => '↻ Try again')
    .then((words) => sayFailed(boot, words, () => location.reload()));

Promise.all([attempt(() => import(at('core.js'))), greeting, attempt(stylesheet), locale]).then(
  ([core, bridge]) => {
    const preload: Preload = {
      token,
      offered: handed.token,
      lang,
      langFrom,
      invite: handed.invite,
      locale,
      calls,
      ask,
      config,
      greet: bridge.greet,
    };
    core[PAGE.start](preload);
  },
  fail,
);
