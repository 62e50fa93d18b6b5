import { type Native, nativeTransport } from './native.ts';

/** What `WebViewCompat.addWebMessageListener` put into the page, at exactly the origins the host listed. */
export interface AndroidWindow {
  readonly soukHost?: Native & { onmessage: ((event: { readonly data: unknown }) => void) | null };
}

/** Returns the channel of Android by `addWebMessageListener`: both ways over one object. */
export const androidTransport = (window: AndroidWindow) => {
  // Where the object is absent, `subscribe` is never called.
  const host = window.soukHost as NonNullable<AndroidWindow['soukHost']>;
  return nativeTransport('android', window, host, (receive) => {
    host.onmessage = ({ data }) => receive(data);
    return () => {
      host.onmessage = null;
    };
  });
};
