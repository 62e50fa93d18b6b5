import type { Theme } from '../../bridge/protocol.ts';

/** Applies a theme. `auto` is the device's own; undefined changes nothing. */
export function applyTheme({ dataset }: HTMLElement, theme: Theme | undefined) {
  if (theme === 'auto') delete dataset.theme;
  else if (theme) dataset.theme = theme;
}
