// The first code that runs, inline in the page. It removes the token from the address before any other script can
// read it, then requests all that the first screen needs at once: code, language and first data in one round trip
// instead of one after the other. It leaves no global behind; its results are passed to the app's start().
import { takeHandover } from '../bridge/handover.ts';
import type { IosWindow } from '../bridge/transport/ios.ts';
import { fetchAsset } from './first/fetch-asset.ts';
import { firstCalls } from './first/first-calls.ts';
import { renderLoadError } from './first/render-load-error.ts';
import { stored } from './first/stored.ts';
import { firstLang } from './lang/first-lang.ts';
import type { PageConfig, Preload } from './preload.ts';
import { retry } from './retry.ts';

/** Constants that the build puts in place of this name. */
declare const PAGE: {
  /** The folder of the build, by a name that no other build has. */
  files: string;
  /** The name under which core exports the app's start. */
  start: string;
  /**
   * What the screen of a path needs beside what all but the first need: names of files, `*` for the language. With the
   * slash before it, a path is no name of a member that every object has.
   */
  screens: Readonly<Record<string, string>>;
};

const { url, ...handed } = takeHandover(location.href);
if (url !== location.href) history.replaceState(history.state, '', url);

const fileUrl = (file: string) => PAGE.files + file;
const mount = document.getElementById('souk') as HTMLElement;
const pageConfig = JSON.parse((document.getElementById('souk-config') as HTMLElement).textContent as string);
const config: PageConfig = { ...pageConfig, files: PAGE.files };

const { lang, langFrom } = firstLang(
  { url: handed.lang, stored: stored('lang'), chosen: stored('langChosen') },
  config.langs,
);

// Finds the host that shows this page: a page around it, or a native app, which puts its handler, `soukHost`,
// `SoukAndroid`, `ReactNativeWebView` or `flutter_inappwebview` into it before its first script. Every browser on iOS has
// `webkit`; only `messageHandlers.souk` in it is a host's.
const hosted =
  parent !== window
    ? 'frame'
    : ((window as IosWindow).webkit?.messageHandlers?.souk ||
        /souk|React|flutter/i.test(Object.keys(window).join())) &&
      'native';

// A host decides who is signed in, so a stored token of another visit is not used. Without a host, anyone can have
// made the address: its token does not replace a stored sign-in.
const token = (hosted ? null : stored('token')) ?? handed.token;

/** Loads the stylesheet; added by script, it does not block the painting of the skeleton. */
const stylesheet = () =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.href = fileUrl('souk.css');
    link.rel = 'stylesheet';
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });

/** Without a token, sign-in is drawn in place of any screen. */
const path =
  token || hosted ? location.pathname.slice((config.base ?? '').length).replace(/\/+$/, '') : '/login';
const boot = mount.firstElementChild as HTMLElement;
const isFirst = !path || path === '/shopCenter';
// The page draws the card of the shop centre; most other screens are a list below its filters.
if (path === '/login') boot.replaceChildren();
else if (!isFirst) boot.className += ' list';
// Behind this page may be another server than the one that sent it: what the last visit heard of it goes first.
const hasHome = config.home && /"home"|^$/.test(stored('ifo') ?? '');
const { calls, ask } = firstCalls(config.api, lang, isFirst ? (hasHome ? 'home' : 'screen') : 'owner');
if (token) ask(token);

// The first Intl object of a visit takes long, of whatever kind it is; here it is made while the network is waited for.
setTimeout(() => new Intl.NumberFormat(lang));
const locale = fetchAsset(fileUrl(`${lang}.first.json`), 'json').then((first) => ({ tag: lang, first }));
// Every screen but the first sends its own call, and comes with further styles and texts. This only starts the requests:
// the screen asks again, and reports what failed.
const early = isFirst ? [] : `send.js deferred.css *.main.json${PAGE.screens[path] ?? ''}`.split(' ');
early.map((file) =>
  (/js$/.test(file) ? import(fileUrl(file)) : fetch(fileUrl(file.replace('*', lang)))).catch(() => {}),
);

// Only a page inside a host needs the bridge. Its first half is in bridge/guest/greet-native.ts or greet-frame.ts; if that
// code cannot be loaded, Souk does not start.
const bridge = hosted && import(fileUrl(`${hosted}.js`));

const page = { app: 'souk', build: 'web', origins: config.hosts };

/** Shows the load error in the reader's language if its texts are here, and otherwise with a sign that needs none. */
const fail = () => {
  // A browser may remember a failed import, so the page is reloaded once, unless its address handed over a token.
  if (!performance.navigation.type && !handed.token) return location.reload();
  return locale
    .then(({ first: { common } }) => `${common.failed} ↻ ${common.retry}`)
    .catch(() => '↻ Try again')
    .then((words) => renderLoadError(boot, words, () => location.reload()))
    .then(() => bridge)
    .then((guest) => guest?.noteFailed(guest.greet(page), 'load'))
    .catch(() => {});
};

Promise.all([retry(() => import(fileUrl('core.js'))), bridge, retry(stylesheet), locale]).then(
  ([core, guest]) => {
    const preload: Preload = {
      token,
      handoverToken: handed.token,
      lang,
      langFrom,
      invite: handed.invite,
      locale,
      calls,
      ask,
      config,
      greet: guest.greet,
    };
    core[PAGE.start](preload);
  },
  fail,
);
