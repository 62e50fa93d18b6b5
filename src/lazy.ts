import { signal } from '@preact/signals';
import { createElement, type FC } from 'react';

/** What the router reads of a screen; the screen itself has no props. */
interface Placed {
  path?: string;
  default?: boolean;
}

/** A screen that arrives when it is needed. */
export interface LazyScreen extends FC<Placed> {
  /** Brings the code. Resolves when it is here, and also when every attempt failed: the screen then says so. */
  preload(): Promise<void>;
  /** Read while drawing, it has its reader drawn again when the code arrives. */
  isHere(): boolean;
}

export interface LazyParts {
  waiting: FC;
  failed: FC<{ onRetry: () => void }>;
}

const pauses = [300, 1200];
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A rejected import must not be kept, or the screen would be dead for good: every attempt imports anew. */
export async function persist<T>(load: () => Promise<T>): Promise<T> {
  for (const ms of pauses) {
    try {
      return await load();
    } catch {
      await pause(ms);
    }
  }
  return load();
}

export const createLazy =
  ({ waiting, failed }: LazyParts) =>
  (load: () => Promise<{ default: FC }>): LazyScreen => {
    const state = signal<{ screen?: FC; broken?: true }>({});
    let coming: Promise<void> | undefined;

    const preload = () => {
      coming ??= persist(load).then(
        (loaded) => {
          state.value = { screen: loaded.default };
        },
        () => {
          coming = undefined;
          state.value = { broken: true };
        },
      );
      return coming;
    };

    const retry = () => {
      state.value = {};
      preload();
    };

    const Screen = () => {
      const { screen, broken } = state.value;
      if (screen) return createElement(screen, null);
      if (broken) return createElement(failed, { onRetry: retry });
      preload();
      return createElement(waiting, null);
    };
    return Object.assign(Screen, { preload, isHere: () => state.value.screen !== undefined });
  };
