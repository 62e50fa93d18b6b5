import { signal } from '@preact/signals';
import { createElement, type FC } from 'react';

/** A component whose code arrives when it is needed. */
export interface Late<P extends object> extends FC<P> {
  /** Brings the code. Resolves when it is here, and also when every attempt failed: the component then says so. */
  preload(): Promise<void>;
  /** Read while drawing, it has its reader drawn again when the code arrives. */
  isHere(): boolean;
}

export interface LateParts {
  waiting: FC;
  failed: FC<{ onRetry: () => void }>;
}

const pauses = [300, 1200];
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A rejected import must not be kept, or the code would be dead for good: every attempt imports anew. */
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

export const createLate =
  ({ waiting, failed }: LateParts) =>
  <P extends object>(load: () => Promise<{ default: FC<P> }>): Late<P> => {
    const state = signal<{ part?: FC<P>; broken?: true }>({});
    let coming: Promise<void> | undefined;

    const preload = () => {
      coming ??= persist(load).then(
        (loaded) => {
          state.value = { part: loaded.default };
        },
        () => {
          coming = undefined;
          state.value = { broken: true };
          addEventListener('online', retry, { once: true });
        },
      );
      return coming;
    };

    /** Asked by a person, or by the network that is back. */
    const retry = () => {
      if (!state.peek().broken) return;
      state.value = {};
      preload();
    };

    const Part = (props: P) => {
      const { part, broken } = state.value;
      if (part) return createElement(part, props);
      if (broken) return createElement(failed, { onRetry: retry });
      preload();
      return createElement(waiting, null);
    };
    return Object.assign(Part, { preload, isHere: () => state.value.part !== undefined });
  };
