// souk.js: the script tag for pages of others. It defines one global and one element, and loads the app from its own
// origin when one of them is used.

import type { Appearance, Theme } from '../../bridge/protocol.ts';
import { applyEarlyProperties } from './early-properties.ts';
import { addPlace, definePlace, mount } from './mount.ts';
import { mergeOptions } from './options.ts';
import type { SoukElement, SoukGlobal } from './souk-global.ts';
import type { SoukPath } from './souk-path.ts';

class SoukApp extends HTMLElement implements SoukElement {
  #leave: (() => void) | undefined;
  #token: string | null | undefined;
  #onToken: ((token: string | null | undefined) => void) | undefined;

  connectedCallback() {
    applyEarlyProperties(this);
    this.#leave = addPlace(
      this,
      () => mergeOptions(this.lang && { lang: this.lang }, this.dataset, { token: this.#token ?? null }),
      (listener) => {
        this.#onToken = listener;
        // It may have changed while the code was loading.
        this.token = this.#token;
      },
    );
  }

  set appearance(variables: Appearance | undefined) {
    this.dataset.appearance = JSON.stringify(variables ?? {});
  }

  disconnectedCallback() {
    this.#leave?.();
  }

  set token(token: string | null | undefined) {
    this.#token = token;
    this.#onToken?.(token);
  }

  set theme(theme: Theme | undefined) {
    this.dataset.theme = theme ?? '';
  }

  set path(path: SoukPath | undefined) {
    this.dataset.path = path ?? '';
  }
}

// A page that loads the script twice gets it once.
if (!customElements.get('souk-app')) {
  Object.defineProperty(window, 'Souk', {
    value: Object.freeze({ mount } satisfies SoukGlobal),
    enumerable: true,
  });
  definePlace();
  customElements.define('souk-app', SoukApp);
}
