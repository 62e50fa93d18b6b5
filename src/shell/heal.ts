// Recovers where a file of this build is gone because another build is served. It is loaded when the page is idle, as a
// visit that has just begun does not need it.
import { currentToken, storedToken } from '../data/session.ts';
import type { EmbedStart, EmbedTarget } from '../embed/embed-start.ts';
import type { SoukPath } from '../embed/souk-path.ts';
import type { Preload } from '../preload.ts';
import { tab } from '../storage.ts';

/** How long no other build is tried again, in milliseconds: two that alternate must not cause a loop. */
const minGapMs = 600_000;
const attemptKey = 'healedAt';

/** Returns where the files of the served build lie; null where it is this one. */
async function otherBuild(files: string): Promise<string | null> {
  const answer = await fetch(`${files}../../release.json`, { cache: 'no-store' });
  const { app } = (await answer.json()) as { app: string };
  return answer.ok && !files.endsWith(app)
    ? new URL(`../..${app}`, new URL(files, location.href)).href
    : null;
}

const isTooSoon = () => Date.now() - Number(tab.get(attemptKey)) < minGapMs;

/** Records an attempt; returns whether that is known after a reload, too. */
const recordAttempt = () => tab.set(attemptKey, `${Date.now()}`);

/** Makes one attempt for all files missed meanwhile; resolves to true where the page goes on by itself. */
function createHealer(act: () => Promise<boolean>): () => Promise<boolean> {
  let trying: Promise<boolean> | undefined;
  return () => {
    trying ??= act()
      .catch(() => false)
      .then((isHealed) => {
        if (!isHealed) trying = undefined;
        return isHealed;
      });
    return trying;
  };
}

/** Reloads a page of our own, once. Drafts are in the tab, passwords nowhere, and the address is up to date. */
const reloadOnce = (files: string, isHosted: boolean) => async () => {
  // A sign-in by address alone would be lost; a host hands its token over again.
  if (!isHosted && currentToken() !== storedToken()) return false;
  if (!(await otherBuild(files)) || isTooSoon() || !recordAttempt()) return false;
  location.reload();
  return true;
};

export interface RestartOptions {
  preload: Preload;
  target: EmbedTarget;
  /** Starts the current build. */
  start: EmbedStart;
  /** Returns the address in Souk. */
  currentUrl(): string;
  /** Removes the current app. */
  stop(): void;
  /** Called with the function that removes the new app. */
  onStart(leave: () => void): void;
}

const fetchOk = async (address: string) => {
  const answer = await fetch(address);
  if (answer.ok) return answer;
  throw new Error(`${address} answered ${answer.status}.`);
};

/**
 * Starts the served build in the same place of a host's page, with the current token. The page is never reloaded. The
 * current app is removed only when all that the other build needs first is loaded; if that does not start all the
 * same, the current build starts again.
 */
const restart =
  ({ preload, target, start, currentUrl, stop, onStart }: RestartOptions) =>
  async () => {
    const files = await otherBuild(preload.config.files);
    if (target.isPinned || !files || isTooSoon()) return false;
    recordAttempt();
    const { lang, greet } = preload;
    const fileUrl = (file: string) => files + file;
    const [next, first, css, bridge] = await Promise.all([
      import(fileUrl('embedded.js')) as Promise<{ start: EmbedStart }>,
      fetchOk(fileUrl(`${lang}.first.json`)).then((answer) => answer.json()),
      fetchOk(fileUrl('souk.css')).then((answer) => answer.text()),
      greet &&
        (import(fileUrl('greet-mount.js')) as Promise<{
          greet: (page: object) => ReturnType<NonNullable<typeof greet>>;
        }>),
    ]);
    const token = currentToken();
    const { options } = target;
    const here: EmbedTarget = { ...target, options: { ...options, path: currentUrl() as SoukPath } };
    const again: Preload = {
      ...preload,
      token,
      handoverToken: token,
      calls: new Map(),
      ask: () => {},
      // A copy: the current build, if it starts again, writes into what it would read.
      kept: new Map(tab.memory),
    };
    stop();
    try {
      onStart(
        next.start(
          {
            ...again,
            locale: Promise.resolve({ tag: lang, first }),
            config: { ...preload.config, files },
            greet: bridge && ((page) => bridge.greet({ ...page, host: options?.host })),
          },
          here,
        ),
      );
    } catch {
      onStart(start(again, here));
      return false;
    }
    // The other build draws later than this, in its own styles.
    target.applyStyles?.(css);
    return true;
  };

export default { createHealer, reloadOnce, restart };
