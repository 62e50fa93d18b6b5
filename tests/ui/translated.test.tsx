import { signal } from '@preact/signals';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { Amount, Code } from '../../src/ui/amount.tsx';
import { draw } from './draw.tsx';

// The property that browsers have and the DOM of these tests lacks: it writes the attribute.
Object.defineProperty(HTMLElement.prototype, 'translate', {
  configurable: true,
  get(this: HTMLElement) {
    return this.getAttribute('translate') !== 'no';
  },
  set(this: HTMLElement, isOn: boolean) {
    this.setAttribute('translate', isOn ? 'yes' : 'no');
  },
});

/** Plays a browser that translates a page: each text outside of translate="no" is put into an element of its own. */
function translate(root: Node) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts.filter((one) => !one.parentElement?.closest('[translate=no]'))) {
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(`«${text.data}»`);
  }
}

test('an amount and a number that change on a page that is translated are shown as they are then', async () => {
  const amount = signal('$5.00');
  const Balance = () => (
    <p>
      Balance <Amount>{amount.value}</Amount> <Code>{`SK-${amount.value}`}</Code>
    </p>
  );
  const { place } = draw(<Balance />);
  translate(document.body);
  await act(() => {
    amount.value = '$7.00';
  });
  expect(place.textContent).toContain('«Balance »');
  expect([...place.querySelectorAll('bdi')].map((one) => one.textContent)).toEqual(['$7.00', 'SK-$7.00']);
});
