import type { Preload } from '../preload.ts';
import type { Emit, FollowToken } from './events.ts';
import type { MountOptions } from './options.ts';

export interface EmbedTarget {
  root: HTMLElement;
  /** The page pins the bytes of one build, so no other may be loaded. */
  isPinned?: boolean;
  /** Replaces the stylesheet. */
  applyStyles?: (css: string) => void;
  /** Adds a stylesheet beside it. */
  addStyles?: (css: string) => void;
  /** All options of the page. */
  options?: MountOptions;
  /** Languages that this build has. */
  langs?: readonly string[];
  /** Dispatches an event on the element of the page. */
  emit?: Emit;
  followToken?: FollowToken | undefined;
}

/**
 * Starts the app in a place of another page; returns what takes everything back. The build before may call it with what
 * it has in hand: whatever is added to either parameter is optional.
 */
export type EmbedStart = (preload: Preload, target: EmbedTarget) => () => void;
