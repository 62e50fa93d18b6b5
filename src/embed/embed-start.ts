import type { Theme } from '../../bridge/protocol.ts';
import type { HostObject } from '../../bridge/transport/mount.ts';
import type { Preload } from '../preload.ts';
import type { MountOptions } from './options.ts';

export interface EmbedTarget {
  root: HTMLElement;
  location?: 'hash' | 'memory' | undefined;
  theme?: Theme | undefined;
  /** The first address; only for `location: 'memory'`. */
  path?: string | undefined;
  host?: HostObject | undefined;
  /** The page pins the bytes of one build, so no other may be loaded. */
  isPinned?: boolean;
  /** Replaces the stylesheet. */
  applyStyles?: (css: string) => void;
  /** Adds a stylesheet beside it. */
  addStyles?: (css: string) => void;
  /** All options of the page, to warn about invalid ones. */
  options?: MountOptions;
  /** Languages that this build has. */
  langs?: readonly string[];
}

/**
 * Starts the app in a place of another page; returns what takes everything back. The build before may call it with what
 * it has in hand: whatever is added to either parameter is optional.
 */
export type EmbedStart = (preload: Preload, target: EmbedTarget) => () => void;
