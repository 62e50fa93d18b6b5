import { noTransport } from '../transport/none.ts';
import { native } from './find-native.ts';
import { greetBy } from './greeting.ts';
import type { PageOptions } from './guest-api.ts';
import { readFirst } from './read-first.ts';

/** Greets the app that shows the page in its WebView; a page's loader calls it when it finds an object of such an app. */
export const greet = (options: PageOptions) => greetBy(native ?? noTransport, options, readFirst);

export { noteFailed } from './note-failed.ts';
