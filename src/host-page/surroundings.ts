import type { Host } from '../../bridge/host.ts';
import { button, element } from './element.ts';

/** Heights in CSS px, as of a phone with a notch and a bar to swipe home. */
const notch = 47;
const homeBar = 34;
const keyboardHeight = 291;

/** Toggles a button; returns whether it is pressed now. */
export const toggle = (pressed: HTMLButtonElement): boolean => {
  const isDown = pressed.getAttribute('aria-pressed') === 'false';
  pressed.setAttribute('aria-pressed', `${isDown}`);
  return isDown;
};

/** Shows the parts of the phone that cover Souk: the screen's edges, and a keyboard that does not resize its window. */
export const showSurroundings = (host: Pick<Host, 'update'>): void => {
  button('edges').addEventListener('click', ({ currentTarget }) => {
    const isOn = toggle(currentTarget as HTMLButtonElement);
    for (const edge of document.querySelectorAll<HTMLElement>('.edge')) edge.hidden = !isOn;
    const [top, bottom] = isOn ? [notch, homeBar] : [0, 0];
    host.update({ insets: { top, right: 0, bottom, left: 0 } });
  });
  button('keyboard').addEventListener('click', ({ currentTarget }) => {
    const isOn = toggle(currentTarget as HTMLButtonElement);
    element('keys').hidden = !isOn;
    host.update({ keyboard: isOn ? keyboardHeight : 0 });
  });
};
