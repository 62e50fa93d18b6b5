// card.js: the script of <souk-card> for pages of others. It loads nothing of the app.

import type { Appearance, Theme } from '../../bridge/protocol.ts';
import { applyEarlyProperties } from '../embed/early-properties.ts';
import type { SoukCardElement } from '../embed/souk-global.ts';
import { showCard } from './show-card.ts';

class SoukCard extends HTMLElement implements SoukCardElement {
  static readonly observedAttributes = ['lang', 'data-lang', 'data-theme', 'data-appearance'];

  #token: string | null | undefined;
  #card: ReturnType<typeof showCard> | undefined;

  connectedCallback() {
    applyEarlyProperties(this);
    this.#card = showCard(this);
    this.#card.setToken(this.#token);
  }

  disconnectedCallback() {
    this.#card?.leave();
  }

  attributeChangedCallback(name: string) {
    this.#card?.applyAttribute(name);
  }

  set appearance(variables: Appearance | undefined) {
    this.dataset.appearance = JSON.stringify(variables ?? {});
  }

  set token(token: string | null | undefined) {
    this.#token = token;
    this.#card?.setToken(token);
  }

  set theme(theme: Theme | undefined) {
    this.dataset.theme = theme ?? '';
  }
}

// A page that loads the script twice gets it once.
if (!customElements.get('souk-card')) customElements.define('souk-card', SoukCard);
