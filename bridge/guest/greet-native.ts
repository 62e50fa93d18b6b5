import { noTransport } from '../transport/none.ts';
import { native } from './detect-native.ts';
import { greetBy } from './greeting.ts';
import type { PageOptions } from './guest-api.ts';

/** Greets the app whose WebView this is: what a page's loader asks for when it sees something of such an app. */
export const greet = (options: PageOptions) => greetBy(native ?? noTransport, options);
