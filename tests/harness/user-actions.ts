import { act } from 'preact/test-utils';
import { write } from '../ui/draw.tsx';
import { eventually, type open } from './render-screen.tsx';

type Page = ReturnType<typeof open>;

/** Returns what a user does on these screens: fills a field by its label, submits, enters the payment password. */
export const userActions = (page: Page) => ({
  fill: async (label: string, text: string) =>
    write(await eventually(() => page.get('textbox', label)), text),
  pick: async (value: string) => {
    const row = await eventually(() => {
      const found = page.all('label.pick').find((one) => one.textContent?.includes(value));
      if (!found) throw new Error(`Nothing to pick: ${value} in ${page.text()}`);
      return found;
    });
    await act(async () => row.querySelector('input')?.click());
  },
  submit: (form = 'form') =>
    act(async () => {
      page.get(form).dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
      await new Promise((done) => setTimeout(done));
    }),
  confirm: async (digits = '135790') => {
    const input = await eventually(() => page.get('dialog [type=password]'));
    await write(input, digits);
    await act(async () => {
      page.get('dialog form').dispatchEvent(new Event('submit', { cancelable: true }));
    });
  },
});
