import type { HostColors, HostState, Insets } from '../../bridge/index.ts';
import { createReader, type Rgb, readableColors } from './host-colors.ts';
import { applyTheme } from './theme.ts';

const tooClose =
  'what stands on it, or what it stands on, would have a contrast under 4.5:1 in the theme that is on; give text and background that fit, or a lighter or darker one';

const edges = ['top', 'right', 'bottom', 'left'] as const;

const px = (insets: Insets | undefined, edge: keyof Insets) => (insets ? `${insets[edge]}px` : undefined);
const toCss = (color: Rgb | undefined) => (color ? `rgb(${color.join(' ')})` : '');

/**
 * Applies the host's theme live. Styles are set on the app's own root, as the page around it may belong to another
 * site. `warn` is called once for each colour that is left out. Returns how to apply a state, and how to reset all.
 */
export function createHostTheme(root: HTMLElement, warn: (text: string) => void = () => {}) {
  const { style } = root;
  const before = style.cssText;
  let colors: HostColors = {};
  let read: ReturnType<typeof createReader> | undefined;

  const warned = new Set<string>();
  const warnOnce = (name: keyof HostColors, applied: Rgb | undefined, why: string) => {
    const text = `Souk: colors.${name} "${colors[name]}" is left off: ${why}.`;
    if (!colors[name] || applied || warned.has(text)) return;
    warned.add(text);
    warn(text);
  };

  /** A colour that is readable in the light theme may not be in the dark: checked again with each theme. */
  const paint = () => {
    read ??= createReader();
    const computed = getComputedStyle(root);
    const setColor = (name: string, color: Rgb | undefined) => style.setProperty(name, toCss(color));
    for (const name of ['--bg', '--ink']) style.removeProperty(name);
    setColor('--souk-accent', read(colors.accent));
    const applied = readableColors(colors, read, (token) => computed.getPropertyValue(token));
    for (const [name, color] of Object.entries(applied)) setColor(name, color);
    warnOnce('accent', read(colors.accent), 'it is no opaque colour');
    warnOnce('background', applied['--bg'], tooClose);
    warnOnce('text', applied['--ink'], tooClose);
  };

  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    if (colors.background || colors.text) paint();
  };
  scheme.addEventListener('change', follow);

  return {
    apply({ theme, colors: given, insets, keyboard }: HostState) {
      const set = (name: string, value: string | undefined) => value && style.setProperty(name, value);
      applyTheme(root, theme);
      colors = given ?? colors;
      if (given) paint();
      else if (theme) follow();
      for (const edge of edges) set(`--souk-inset-${edge}`, px(insets, edge));
      if (keyboard === undefined) return;
      set('--souk-keyboard', `${keyboard}px`);
      // What the keyboard covers is padding now, and the field's scroll margin keeps the field above it.
      const { activeElement: field } = root.getRootNode() as Document | ShadowRoot;
      if (keyboard > 0 && field && root.contains(field)) field.scrollIntoView({ block: 'nearest' });
    },
    reset() {
      scheme.removeEventListener('change', follow);
      style.cssText = before;
      applyTheme(root, 'auto');
    },
  };
}
