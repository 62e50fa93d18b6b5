import { configure } from '../data/config.ts';
import type { Preload } from '../preload.ts';

// Answers name files and pages of the server by their path. In a host's page such a path would lead to that page's
// server, so each gets its origin: the value of a field that is an address by its name, or each one in a list of
// such, and never text that a person wrote. A quote within a text is escaped, so that no text is taken for a field.
const ours = String.raw`(?=/(?:files|private|api|ops|invite|demo)\b)`;
const singleField = new RegExp(String.raw`("(?:\w*(?:url|link|image)|logo|href)":\s*")${ours}`, 'gi');
const listField = /"\w*images":\s*\[[^\]]*/gi;
const listItem = new RegExp(`"${ours}`, 'g');

const withOrigin = (text: string, origin: string) =>
  text
    .replace(singleField, (field) => field + origin)
    .replace(listField, (list) => list.replace(listItem, `"${origin}`));

/** Returns an answer of another server with absolute addresses. */
export const withAbsoluteUrls = async (answer: Response, origin: string): Promise<Response> => {
  const { status, headers } = answer;
  return new Response(withOrigin(await answer.text(), origin), { status, headers });
};

/** Does the same for an answer that is read as text. */
const withAbsoluteUrlsInText = <T extends { text(): Promise<string> }>(answer: T, origin: string) => ({
  ...answer,
  text: async () => withOrigin(await answer.text(), origin),
});

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
