import { BridgeError } from '../../bridge/errors.ts';
import type { Host, HostMethods } from '../../bridge/host.ts';
import { button, element, input } from './element.ts';

let toastTimer: ReturnType<typeof setTimeout>;

/** Shows a line at the foot of the phone for three seconds. */
export const toast = (text: string): void => {
  clearTimeout(toastTimer);
  element('toast').textContent = text;
  toastTimer = setTimeout(() => {
    element('toast').textContent = '';
  }, 3_000);
};

/** Shows Souk on the phone, or the phone's home screen. */
export const showSouk = (open: 'open' | 'closed'): void => {
  element('souk').hidden = open === 'closed';
  element('home').hidden = open === 'open';
};

const toBase64 = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(`${reader.result}`.split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

const pick = (accept: string): Promise<File> =>
  new Promise((resolve, reject) => {
    const field = input('file');
    field.accept = accept;
    field.value = '';
    field.onchange = () => {
      const [file] = field.files ?? [];
      if (file) resolve(file);
    };
    field.oncancel = () => reject(new BridgeError('denied', 'No file was chosen.'));
    field.click();
  });

const save = (name: string, type: string, base64: string): void => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

const buzz = (): void => {
  navigator.vibrate?.(20);
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  element('phone').animate({ translate: ['0', '2px', '0'] }, { duration: 120, iterations: 2 });
};

/** The methods of this phone; tokens are added by the page. */
export const phoneMethods: Omit<HostMethods, 'token'> = {
  openUrl: ({ url }) => {
    window.open(url, '_blank', 'noopener,noreferrer');
    toast(`Opened ${url}`);
    return {};
  },
  share: ({ title, text, url }) => {
    toast(`Shared: ${[title, text, url].filter(Boolean).join(' · ')}`);
    return {};
  },
  copy: async ({ text }) => {
    await navigator.clipboard.writeText(text);
    toast('Copied');
    return {};
  },
  saveFile: ({ name, type, base64 }) => {
    save(name, type, base64);
    toast(`Saved ${name}`);
    return {};
  },
  pickFile: async ({ accept }) => {
    const file = await pick(accept);
    return { name: file.name, type: file.type, base64: await toBase64(file) };
  },
  scan: () => {
    const text = prompt('The camera is on. What does it see?', 'SOUK-DEMO');
    if (text === null) throw new BridgeError('denied', 'The camera was closed.');
    return { text };
  },
  haptic: () => {
    buzz();
    return {};
  },
  close: ({ dirty }) => {
    if (dirty && !confirm('Leave without saving?')) throw new BridgeError('denied', 'The person stays.');
    showSouk('closed');
    return {};
  },
};

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
