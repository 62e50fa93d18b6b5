import { signal } from '@preact/signals';
import { useContext } from 'react';
import { Chrome } from './chrome.ts';

/**
 * Returns a hook that says whether Souk's own page has a window of that width. A part of a host's page may be narrow in a
 * wide window, and never has.
 */
export function createWidthHook(width: `${number}px`) {
  const media = matchMedia(`(width >= ${width})`);
  const fits = signal(media.matches);
  media.onchange = () => {
    fits.value = media.matches;
  };
  return () => useContext(Chrome) === 'page' && fits.value;
}

/** Room for a rail at the side, and for tables. */
export const useWide = createWidthHook('960px');
/** Room for a list beside its detail, and for more columns. */
export const useWider = createWidthHook('1200px');
