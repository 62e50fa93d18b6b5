import { findFrame } from './detect-frame.ts';
import { greetBy } from './greeting.ts';
import type { PageOptions } from './guest-api.ts';

/** Greets the page that frames this one: what a page's loader asks for when it stands in a frame. */
export const greet = (options: PageOptions) => greetBy(findFrame(window, options.origins), options);
