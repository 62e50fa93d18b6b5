import { openPage, sharedBrowser, signedIn, type Watched } from '../harness/browser.ts';
import { type Demo, startDemo } from '../harness/demo.ts';

export interface DemoPage extends Watched {
  demo: Demo;
  /** Ends page and server, and fails with their faults, if there were any. */
  close(): Promise<void>;
}

type PageOptions = Parameters<typeof openPage>[1];

/** Starts the demo shop and opens a page that no one has signed in to. */
export async function openDemo(options: PageOptions = {}): Promise<DemoPage> {
  const [demo, browser] = await Promise.all([startDemo(), sharedBrowser()]);
  const watched = await openPage(browser, { reducedMotion: 'reduce', ...options });
  const close = async () => {
    await watched.context.close();
    await demo.close();
    watched.mustBeClean();
  };
  return { ...watched, demo, close };
}

/** Starts the demo shop and opens a page to which its merchant has signed in. */
export async function openSignedInDemo(options: PageOptions = {}): Promise<DemoPage> {
  const opened = await openDemo(options);
  await signedIn(opened.context, await opened.demo.signIn());
  return opened;
}
