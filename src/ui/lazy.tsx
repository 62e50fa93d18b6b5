import { signal } from '@preact/signals';
import type { FC } from 'react';
import { loadTexts, type Part } from '../lang/first.ts';
import { retry as retryLoad } from '../retry.ts';
import { LoadError } from './load-error.tsx';

/** A component that loads its code when it is first drawn, or earlier by `preload`. */
export interface LazyComponent<P extends object> extends FC<P> {
  /** Loads code, styles and texts. Resolves when they are here, and also when every attempt failed: the component shows that. */
  preload(): Promise<void>;
  /** Returns whether the code is here. Read while drawing, it redraws its reader when the code arrives. */
  isLoaded(): boolean;
  /** Returns whether every attempt failed and no new one has begun. Read while drawing, it redraws its reader, too. */
  isBroken(): boolean;
}

export interface LazyOptions<P extends object> {
  /** Parts of the texts that come with the code. */
  texts?: readonly Part[];
  /** `first`: the styles that every page has are enough. */
  styles?: 'first' | 'deferred';
  /** Drawn until code, styles and texts are here. */
  waiting?: FC;
  /** Drawn when every attempt failed, with the props of what is missing. */
  failed?: FC<P & { onRetry: () => void }>;
}

let heal: (() => Promise<boolean>) | undefined;
/** Sets what is tried when a file of this build cannot be loaded; resolves to true where the page goes on by itself. */
export const configureHealing = (next: typeof heal) => {
  heal = next;
};

/** Loads the styles that only lazy components need; once they are here it resolves at once. */
export let loadStyles = async () => {};
/** Sets what loads them. */
export const configureStyles = (load: typeof loadStyles) => {
  loadStyles = load;
};

/** Never resolves where another build takes over from this one, and resolves at once where none does. */
export const waitForHealing = async (): Promise<void> => {
  if (await heal?.()) await new Promise(() => {});
};

/** Imports up to three times, as a rejected import must not be kept: the code could then never be loaded. */
export const importWithRetry = <T,>(load: () => Promise<T>): Promise<T> =>
  retryLoad(load, [300, 1200]).catch(async (error) => {
    await waitForHealing();
    throw error;
  });

/** Draws nothing: for a part that keeps no room while it loads. */
export const Nothing = () => null;

/**
 * Returns a component with its code in a separate chunk, such as a screen or a long form; a sheet by `lazySheet`.
 * @example const IdentityForm = lazy(() => import('./identity-form.tsx'));
 */
export function lazy<P extends object>(
  load: () => Promise<{ default: FC<P> }>,
  {
    texts = [],
    styles = 'deferred',
    waiting: Waiting = Nothing,
    failed: Failed = LoadError,
  }: LazyOptions<P> = {},
): LazyComponent<P> {
  const state = signal<{ Loaded?: FC<P>; isBroken?: true }>({});
  let loading: Promise<void> | undefined;
  const loadAll = () =>
    Promise.all([load(), styles === 'deferred' && loadStyles(), ...texts.map((part) => loadTexts(part))]);

  const preload = () => {
    loading ??= importWithRetry(loadAll).then(
      ([module]) => {
        state.value = { Loaded: module.default };
      },
      () => {
        loading = undefined;
        state.value = { isBroken: true };
        addEventListener('online', retry, { once: true });
      },
    );
    return loading;
  };

  /** Tries again when a person asks, or when the network is back. */
  const retry = () => {
    if (!state.peek().isBroken) return;
    state.value = {};
    preload();
  };

  const Lazy = (props: P) => {
    const { Loaded, isBroken } = state.value;
    if (Loaded) return <Loaded {...props} />;
    if (isBroken) return <Failed {...props} onRetry={retry} />;
    preload();
    return <Waiting />;
  };
  return Object.assign(Lazy, {
    preload,
    isLoaded: () => !!state.value.Loaded,
    isBroken: () => !!state.value.isBroken,
  });
}
