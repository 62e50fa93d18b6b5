import type { HostState, Insets } from '../../bridge/index.ts';
import { clearAppearance, setAppearance } from './load-appearance.ts';
import { applyTheme } from './theme.ts';

const edges = ['top', 'right', 'bottom', 'left'] as const;

const px = (insets: Insets | undefined, edge: keyof Insets) => (insets ? `${insets[edge]}px` : undefined);

/**
 * Applies the host's theme live. Styles are set on the app's own root, as the page around it may belong to another site.
 * Returns how to apply a state, and how to reset all.
 */
export function createHostTheme(root: HTMLElement) {
  const { style } = root;
  const set = (name: string, value: string | undefined) => value && style.setProperty(name, value);
  return {
    apply({ theme, appearance, insets, keyboard }: HostState) {
      applyTheme(root, theme);
      if (appearance) void setAppearance(root, appearance);
      for (const edge of edges) set(`--souk-inset-${edge}`, px(insets, edge));
      if (keyboard === undefined) return;
      set('--souk-keyboard', `${keyboard}px`);
      // What the keyboard covers is padding now, and the field's scroll margin keeps the field above it.
      const { activeElement: field } = root.getRootNode() as Document | ShadowRoot;
      if (keyboard > 0 && field && root.contains(field)) field.scrollIntoView({ block: 'nearest' });
    },
    reset() {
      clearAppearance();
      for (const name of [...edges.map((edge) => `--souk-inset-${edge}`), '--souk-keyboard'])
        style.removeProperty(name);
      applyTheme(root, 'auto');
    },
  };
}
