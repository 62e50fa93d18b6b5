import { type Native, nativeTransport } from './native.ts';

/** What `WebViewCompat.addWebMessageListener` put into the page, at exactly the origins the host listed. */
export interface AndroidWindow {
  readonly soukHost?: Native & { onmessage: ((event: { readonly data: unknown }) => void) | null };
}

/** Android, by `addWebMessageListener`: both ways over one object. */
export const androidTransport = (window: AndroidWindow) => {
  // Where it is absent nobody subscribes.
  const host = window.soukHost as NonNullable<AndroidWindow['soukHost']>;
  return nativeTransport('android', window, host, (receive) => {
    host.onmessage = ({ data }) => receive(data);
    return () => {
      host.onmessage = null;
    };
  });
};
