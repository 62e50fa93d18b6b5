import type { Theme } from '../../bridge/protocol.ts';
import { applyHostLang } from './follow-lang.ts';
import { applyTheme } from './theme.ts';

/**
 * Follows the attributes for language and theme of a `<souk-app>`, as a host's state is followed. Attributes of any
 * other element belong to its page. Returns what ends it.
 */
export function followAttributes(root: HTMLElement): () => void {
  const { host } = root.getRootNode() as ShadowRoot;
  if (host?.localName !== 'souk-app') return () => {};
  const attribute = (name: string) => host.getAttribute(name);
  const applyAttributes = (when: 'first' | 'changed', changed: readonly string[]) => {
    const [tag, theme] = [attribute('data-lang'), attribute('data-theme')];
    if (changed.includes('data-lang') && tag) void applyHostLang(tag, when);
    if (changed.includes('data-theme')) applyTheme(root, (theme || 'auto') as Theme);
  };
  const names = ['data-lang', 'data-theme'];
  const watch = new MutationObserver((changes) =>
    applyAttributes(
      'changed',
      changes.map(({ attributeName }) => `${attributeName}`),
    ),
  );
  watch.observe(host, { attributeFilter: names });
  // Applies what was set while the code was loading.
  applyAttributes('first', names.filter(attribute));
  return () => watch.disconnect();
}
