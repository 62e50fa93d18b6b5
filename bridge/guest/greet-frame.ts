import { noTransport } from '../transport/none.ts';
import { findFrame } from './find-frame.ts';
import { greetBy } from './greeting.ts';
import type { PageOptions } from './guest-api.ts';
import { readFirst } from './read-first.ts';

/** Greets the page that frames this one; a page's loader calls it when it runs in a frame. */
export const greet = (options: PageOptions) =>
  greetBy(findFrame(window, options.origins) ?? noTransport, options, readFirst);

export { noteFailed } from './note-failed.ts';
