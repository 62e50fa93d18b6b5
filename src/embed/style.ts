import { readFile } from '../first/read-file.ts';
import { at, nonce } from './build.ts';

// What the page says of all its elements ends at the shadow root, but for what is inherited; that ends here. An
// element of the page keeps its own height: the app is as tall as the window unless the page says otherwise.
const around =
  ':host{display:block}.around{all:initial;display:block}.around>.souk{min-block-size:var(--souk-height,100dvh)}';

let text: Promise<string> | undefined;
let sheet: CSSStyleSheet | undefined;

/** Dresses a shadow root in the one stylesheet, which all mounts of a page share. */
export async function dress(shadow: ShadowRoot): Promise<void> {
  text ??= readFile(at('souk.css'), 'text');
  text.catch(() => {
    text = undefined;
  });
  const css = around + (await text);
  // A sheet that a script makes needs no word of the page's CSP; a style element does.
  if ('adoptedStyleSheets' in shadow) {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
    }
    shadow.adoptedStyleSheets = [sheet];
    return;
  }
  const style = document.createElement('style');
  style.nonce = nonce;
  style.textContent = css;
  (shadow as ShadowRoot).append(style);
}
