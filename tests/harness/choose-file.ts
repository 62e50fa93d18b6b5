import { act } from 'preact/test-utils';

/** Chooses a file in a picker, as the device's own dialog does. */
export const chooseFile = (input: Element | null, file: File) =>
  act(async () => {
    const list = Object.assign([file], { item: (at: number) => (at === 0 ? file : null) });
    Object.defineProperty(input, 'files', { value: list, configurable: true });
    input?.dispatchEvent(new Event('change', { bubbles: true }));
  });
