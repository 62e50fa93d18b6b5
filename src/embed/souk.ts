// souk.js: the script tag for pages of others. It defines one global and one element, and brings the app, from where
// it came itself, when one of them is used.

import { mount } from './mount.ts';
import { given } from './options.ts';
import type { SoukGlobal } from './souk-global.ts';

class SoukApp extends HTMLElement {
  #leave: (() => void) | undefined;

  connectedCallback() {
    this.#leave = mount(this, given(this.dataset, { token: null }));
  }

  disconnectedCallback() {
    this.#leave?.();
    this.#leave = undefined;
  }
}

// Who loads it twice has it once.
if (!customElements.get('souk-app')) {
  Object.defineProperty(window, 'Souk', {
    value: Object.freeze({ mount } satisfies SoukGlobal),
    enumerable: true,
  });
  customElements.define('souk-app', SoukApp);
}
