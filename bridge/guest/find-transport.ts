import { mountTransport } from '../transport/mount.ts';
import type { Transport } from '../transport/transport.ts';
import { findFrame } from './find-frame.ts';
import { findNative, type NativeWindow, native } from './find-native.ts';
import type { ConnectOptions } from './guest-api.ts';

/**
 * Finds the transport, the most explicit first: a given one, a given host object, then the app around the WebView, then
 * the frame.
 */
export const findTransport = ({
  transport,
  host,
  origins,
  window: given,
}: Omit<ConnectOptions, 'app' | 'build'>): Transport | undefined =>
  transport ??
  (host && mountTransport(host)) ??
  (given ? findNative(given as NativeWindow) : native) ??
  findFrame(given ?? window, origins);
