import type { Theme } from '../../bridge/protocol.ts';

/** Wears a theme. `auto` is the device's own; without a word, what is worn stays. */
export function wearTheme({ dataset }: HTMLElement, theme: Theme | undefined) {
  if (theme === 'auto') delete dataset.theme;
  else if (theme) dataset.theme = theme;
}
