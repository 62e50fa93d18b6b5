import { nonce } from './script-tag.ts';

/** Adds a stylesheet to a shadow root. */
export function addStyles(shadow: ShadowRoot, css: string): void {
  // A constructed stylesheet needs no permission of the page's CSP; a style element does.
  if ('adoptedStyleSheets' in shadow) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
    return;
  }
  const style = document.createElement('style');
  style.nonce = nonce;
  style.textContent = css;
  (shadow as ShadowRoot).append(style);
}

export function removeStyles(shadow: ShadowRoot): void {
  if ('adoptedStyleSheets' in shadow) shadow.adoptedStyleSheets = [];
  for (const style of shadow.querySelectorAll('style')) style.remove();
}

/** Sets the reader's own text size, whatever size the page sets; `around` inherits nothing of the page. */
export const applyReaderTextSize = (root: HTMLElement, around: Element): void =>
  root.style.setProperty('--rem', getComputedStyle(around).fontSize);
