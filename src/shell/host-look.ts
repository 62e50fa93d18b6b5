import type { HostColors, HostState, Insets } from '../../bridge/index.ts';
import { createReader, type Rgb, readable } from './host-colors.ts';
import { wearTheme } from './theme.ts';

const edges = ['top', 'right', 'bottom', 'left'] as const;

const px = (insets: Insets | undefined, edge: keyof Insets) => (insets ? `${insets[edge]}px` : undefined);
const written = (color: Rgb | undefined) => (color ? `rgb(${color.join(' ')})` : '');

/**
 * Wears what the host says of looks, live. Styles hang on the app's own root: the page around it may be somebody
 * else's. Returns how to dress, and how to take it all off.
 */
export function createLook(root: HTMLElement) {
  const { style } = root;
  const before = style.cssText;
  let colors: HostColors = {};
  let read: ReturnType<typeof createReader> | undefined;

  /** What is readable in the light may not be in the dark: judged anew with each theme. */
  const paint = () => {
    read ??= createReader();
    const own = getComputedStyle(root);
    const put = (name: string, color: Rgb | undefined) => style.setProperty(name, written(color));
    for (const name of ['--bg', '--ink']) style.removeProperty(name);
    put('--souk-accent', read(colors.accent));
    const worn = readable(colors, read, (token) => own.getPropertyValue(token));
    for (const [name, color] of Object.entries(worn)) put(name, color);
  };

  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    if (colors.background || colors.text) paint();
  };
  scheme.addEventListener('change', follow);

  return {
    dress({ theme, colors: given, insets, keyboard }: HostState) {
      const set = (name: string, value: string | undefined) => value && style.setProperty(name, value);
      wearTheme(root, theme);
      colors = given ?? colors;
      if (given) paint();
      else if (theme) follow();
      for (const edge of edges) set(`--souk-inset-${edge}`, px(insets, edge));
      if (keyboard === undefined) return;
      set('--souk-keyboard', `${keyboard}px`);
      // What the keyboard covers is padding now, and the field's scroll margin keeps it clear of it.
      const { activeElement: field } = root.getRootNode() as Document | ShadowRoot;
      if (keyboard > 0 && field && root.contains(field)) field.scrollIntoView({ block: 'nearest' });
    },
    undress() {
      scheme.removeEventListener('change', follow);
      style.cssText = before;
      wearTheme(root, 'auto');
    },
  };
}
