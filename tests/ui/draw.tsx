import { act } from 'preact/test-utils';
import { createElement, Fragment } from 'react';
import { render } from 'react-dom';
import ar from '../../locales/ar.json';
import en from '../../locales/en.json';
import { addTexts, lang } from '../../src/lang/index.ts';
import type { Children } from '../../src/ui/props.ts';

addTexts('en', 'first', en);
addTexts('en', 'rest', {});
addTexts('ar', 'first', ar);
addTexts('ar', 'rest', {});

const roles: Readonly<Record<string, string>> = {
  alert: '[role=alert]',
  button: 'button',
  dialog: 'dialog',
  form: 'form',
  heading: 'h1,h2,h3',
  link: 'a[href]',
  main: 'main',
  navigation: 'nav',
  radio: '[type=radio]',
  slider: '[type=range]',
  status: '[role=status]',
  table: 'table',
  textbox: 'input:not([type=radio],[type=range]),textarea',
};

let drawn: Element | undefined;
/** Takes the last drawing away as the app would, with its effects. */
const erase = () =>
  act(() => {
    if (drawn) render(null, drawn);
    drawn?.remove();
  });

/** Draws into a fresh place below the page's body; `again` draws other props over it. */
export function draw(node: Children) {
  erase();
  const place = document.createElement('div');
  document.body.append(place);
  const again = (next: Children) =>
    act(() => {
      render(createElement(Fragment, null, next), place);
    });
  again(node);
  drawn = place;
  const all = (role: string, name?: string) =>
    [...place.querySelectorAll<HTMLElement>(roles[role] ?? role)].filter(
      (element) => name === undefined || nameOf(element) === name,
    );
  const get = (role: string, name?: string) => {
    const [found] = all(role, name);
    if (!found) throw new Error(`No ${role} "${name ?? ''}" in ${place.innerHTML}`);
    return found;
  };
  return { place, again, all, get, erase };
}

export const switchTo = (tag: string) =>
  act(() => {
    lang.value = tag;
  });

export const press = (element: HTMLElement) => act(() => element.click());

export async function write(element: HTMLElement, text: string) {
  await act(async () => {
    (element as HTMLInputElement).value = text;
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

export const submit = (form: HTMLElement) =>
  act(async () => {
    form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await new Promise((done) => setTimeout(done));
  });

const textOf = (id: string | null | undefined) =>
  id
    ?.split(' ')
    .map((part) => document.getElementById(part)?.textContent ?? '')
    .join(' ')
    .trim();

export const describedBy = (element: HTMLElement) => textOf(element.getAttribute('aria-describedby'));

function nameOf(element: HTMLElement) {
  const named = element.getAttribute('aria-label') ?? textOf(element.getAttribute('aria-labelledby'));
  if (named) return named;
  const label = (element as HTMLInputElement).labels?.[0];
  return (label ?? element).textContent?.trim();
}
