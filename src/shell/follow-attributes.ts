import type { Theme } from '../../bridge/protocol.ts';
import { hostLang } from './follow-lang.ts';
import { wearTheme } from './theme.ts';

/**
 * Follows the language and look that a `<souk-app>` is given while Souk stands in it, as a host's word is followed. Any
 * other element's attributes are its page's own. Returns what ends it.
 */
export function followAttributes(root: HTMLElement): () => void {
  const { host } = root.getRootNode() as ShadowRoot;
  if (host?.localName !== 'souk-app') return () => {};
  const said = (name: string) => host.getAttribute(name);
  const hear = (when: 'first' | 'changed', changed: readonly string[]) => {
    const [tag, theme] = [said('data-lang'), said('data-theme')];
    if (changed.includes('data-lang') && tag) void hostLang(tag, when);
    if (changed.includes('data-theme')) wearTheme(root, (theme || 'auto') as Theme);
  };
  const names = ['data-lang', 'data-theme'];
  const watch = new MutationObserver((changes) =>
    hear(
      'changed',
      changes.map(({ attributeName }) => `${attributeName}`),
    ),
  );
  watch.observe(host, { attributeFilter: names });
  // What was said while the code was on its way.
  hear('first', names.filter(said));
  return () => watch.disconnect();
}
