import { mountTransport } from '../transport/mount.ts';
import type { Transport } from '../transport/transport.ts';
import { findFrame } from './detect-frame.ts';
import { findNative, type NativeWindow, native } from './detect-native.ts';
import type { ConnectOptions } from './guest-api.ts';

/**
 * Picks the transport, the most explicit first: a given one, a given host object, then the app around the WebView, then
 * the frame.
 */
export const detect = ({
  transport,
  host,
  origins,
  window: given,
}: Omit<ConnectOptions, 'app' | 'build'>): Transport =>
  transport ??
  (host && mountTransport(host)) ??
  (given ? findNative(given as NativeWindow) : native) ??
  findFrame(given ?? window, origins);
