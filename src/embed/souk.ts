// souk.js: the script tag for pages of others. It defines one global and one element, and loads the app from its own
// origin when one of them is used.

import type { Appearance } from '../../bridge/protocol.ts';
import { mount } from './mount.ts';
import { mergeOptions } from './options.ts';
import type { SoukGlobal } from './souk-global.ts';

class SoukApp extends HTMLElement {
  #leave: (() => void) | undefined;

  connectedCallback() {
    this.#leave = mount(this, mergeOptions(this.dataset, { token: null }));
  }

  get appearance(): Appearance {
    return JSON.parse(this.dataset.appearance ?? '{}');
  }

  set appearance(variables) {
    this.dataset.appearance = JSON.stringify(variables);
  }

  disconnectedCallback() {
    this.#leave?.();
    this.#leave = undefined;
  }
}

// A page that loads the script twice gets it once.
if (!customElements.get('souk-app')) {
  Object.defineProperty(window, 'Souk', {
    value: Object.freeze({ mount } satisfies SoukGlobal),
    enumerable: true,
  });
  customElements.define('souk-app', SoukApp);
}
