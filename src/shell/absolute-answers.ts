import { configure } from '../data/config.ts';
import { withAbsoluteUrls, withAbsoluteUrlsInText } from '../embed/absolute-urls.ts';
import type { Preload } from '../preload.ts';

/** Makes the addresses in every answer absolute, also in calls sent before; returns the preload to go on with. */
export function makeAnswersAbsolute(preload: Preload, origin: string): Preload {
  const { calls } = preload;
  configure({
    fetch: async (...request) => withAbsoluteUrls(await fetch(...request), origin),
    fetchWithProgress: async (...request) => {
      const { fetchWithProgress } = await import('../data/fetch-with-progress.ts');
      return withAbsoluteUrlsInText(await fetchWithProgress(...request), origin);
    },
  });
  const rootCalls = () => {
    for (const [name, answer] of calls) {
      const whole = answer.then((given) => withAbsoluteUrls(given, origin));
      whole.catch(() => {}); // The app asks again and reports the error.
      calls.set(name, whole);
    }
  };
  rootCalls();
  const ask = (token: string) => {
    preload.ask(token);
    rootCalls();
  };
  return { ...preload, ask };
}
