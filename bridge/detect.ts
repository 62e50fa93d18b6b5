import { findFrame } from './detect-frame.ts';
import { findNative, type NativeWindow, native } from './detect-native.ts';
import type { HostObject } from './transport/mount.ts';
import { mountTransport } from './transport/mount.ts';
import type { Transport } from './transport/transport.ts';

/**
 * Picks the transport by what is there, the most deliberate first: a given host object, then the app around the
 * WebView, then the frame.
 */
export const detect = (
  window: Window,
  {
    host,
    origins,
  }: { readonly host?: HostObject | undefined; readonly origins?: readonly string[] | undefined },
): Transport => {
  if (host) return mountTransport(host);
  return (
    (window === (globalThis as unknown) ? native : findNative(window as NativeWindow)) ??
    findFrame(window, origins)
  );
};
