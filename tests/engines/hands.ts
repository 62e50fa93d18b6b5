import type { ShownPage } from './engine.ts';

// What a person does, by scripts that run the same in every engine.

/** Asks the page again and again until the answer is something; fails with what the page shows instead. */
export async function until<T, Args extends readonly unknown[]>(
  view: ShownPage,
  look: (...args: Args) => T,
  ...args: Args
): Promise<NonNullable<T>> {
  const asked = `(async () => {
    const look = ${look};
    const given = ${JSON.stringify(args)};
    const end = performance.now() + 30_000;
    for (;;) {
      const found = look(...given);
      if (found) return { found };
      if (performance.now() > end) return { text: location.href + ': ' + document.body.innerText };
      await new Promise((resolve) => setTimeout(resolve, 16));
    }
  })()`;
  // A document that goes away while it is asked takes the question with it; the next one is asked again.
  const ask = async (left: number): Promise<{ found?: NonNullable<T>; text?: string }> =>
    view
      .evaluate<{ found?: NonNullable<T>; text?: string }>(asked)
      .catch((error) => (left > 0 ? ask(left - 1) : Promise.reject(error)));
  const { found, text } = await ask(3);
  if (!found) throw new Error(`Waited in vain for ${look} with ${JSON.stringify(args)}. There is ${text}`);
  return found;
}

export const see = (view: ShownPage, text: string) =>
  until(view, (wanted) => document.body.innerText.includes(wanted), text);

/** Waits until something is there that a selector finds. */
export const find = (view: ShownPage, selector: string) =>
  until(view, (wanted) => !!document.querySelector(wanted), selector);

/** Presses the button or link of a name, once it is there. A sheet that is open is looked into first. */
export const press = (view: ShownPage, name: string) =>
  until(
    view,
    (wanted) => {
      const place = document.querySelector('dialog[open]') ?? document;
      const found = [...place.querySelectorAll<HTMLElement>('button, a')].find(
        (one) => (one.getAttribute('aria-label') ?? one.innerText).trim() === wanted,
      );
      found?.click();
      return !!found;
    },
    name,
  );

/** Types into the field that a selector finds, as far as a script can: the engine itself puts the text in. */
export const type = (view: ShownPage, selector: string, text: string) =>
  until(
    view,
    (wanted, typed) => {
      const field = document.querySelector<HTMLInputElement>(wanted);
      if (!field) return false;
      field.focus();
      return document.execCommand('insertText', false, typed);
    },
    selector,
    text,
  );
