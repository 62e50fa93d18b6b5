// The first code that runs, inline in the page. It takes the token out of the address before anything else can
// read it, then asks for all that the first screen needs at once: code, language and first data in one round trip
// instead of one after the other. It leaves no global behind; what it has goes to the app's start().
import { takeHandover } from '../bridge/handover.ts';
import type { IosWindow } from '../bridge/transport/ios.ts';
import type { CallName } from './contract/calls.ts';
import { firstLang } from './lang/match-lang.ts';
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

const kept = (key: string) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // Storage may be forbidden altogether.
  }
};

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
let token = (hosted ? null : kept('token')) ?? handed.token;

const attempt = <T>(ask: () => Promise<T>, left = 2): Promise<T> =>
  ask().catch((error) => {
    if (!left) throw error;
    return new Promise((resolve) => setTimeout(resolve, 900 / left)).then(() => attempt(ask, left - 1));
  });

const json = (address: string) =>
  attempt(async () => {
    const answer = await fetch(address);
    if (answer.ok) return answer.json();
    throw address;
  });

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

const calls: Preload['calls'] = new Map();
const call = (name: CallName, body?: string) => {
  const [method, path] = name.split(' ') as [string, string];
  const headers = {
    authorization: token as string,
    'accept-language': lang,
    'content-type': 'application/json',
  };
  const answer = fetch(config.api + path, { method, headers, body });
  answer.catch(() => {}); // The app asks again and says what is wrong.
  calls.set(name, answer);
};

const say: Record<string, string> = {
  ar: 'تعذر تحميل الصفحة. إعادة المحاولة',
  'zh-CN': '页面无法加载。重试',
};

/** Without a token, sign-in is drawn in place of any screen. */
const path = token || hosted ? location.pathname.slice(1) : 'login';
const boot = mount.firstElementChild as HTMLElement;
if (path === 'login') boot.textContent = ''; // The skeleton is the shop centre's.
const isFirst = !path || path === 'shopCenter';
/** What the first screen shows is asked for without the code that sends all other calls. */
const ask = (given: string) => {
  token = given;
  call('GET /v1/me');
  if (!isFirst) return;
  call('POST /v1/store/info', '{}');
  call('POST /v1/home/stat', '{}');
};
if (token) ask(token);

/** Needs nothing that could have failed to load. */
const fail = () => {
  const button = document.createElement('button');
  button.textContent = say[lang] ?? 'The page could not be loaded. Try again';
  button.onclick = () => location.reload();
  boot.role = 'alert';
  boot.replaceChildren(button);
};

const locale = json(at(`${lang}.first.json`)).then((first) => ({ tag: lang, first }));
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
