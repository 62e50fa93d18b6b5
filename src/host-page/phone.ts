import { BridgeError } from '../../bridge/errors.ts';
import type { HostMethods } from '../../bridge/host.ts';
import { element, input } from './element.ts';

/** Opens a dialog; resolves to `null` when it is cancelled. Without `name` it has no text field. */
const ask = ({
  title,
  yes,
  name,
  value = '',
}: {
  readonly title: string;
  readonly yes: string;
  readonly name?: string;
  readonly value?: string;
}): Promise<string | null> => {
  const dialog = element<HTMLDialogElement>('ask');
  element('ask-title').textContent = title;
  element('ask-yes').textContent = yes;
  element('ask-name').textContent = name ?? '';
  element('ask-label').hidden = !name;
  input('ask-text').value = value;
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener(
      'close',
      () => resolve(dialog.returnValue === 'yes' ? input('ask-text').value : null),
      { once: true },
    );
  });
};

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
  const phone = element('phone');
  navigator.vibrate?.(20);
  phone.dataset.buzz = '';
  setTimeout(() => {
    delete phone.dataset.buzz;
  }, 300);
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
  scan: async () => {
    const text = await ask({
      title: 'The camera is on',
      yes: 'Scan',
      name: 'What it sees',
      value: 'SOUK-DEMO',
    });
    if (text === null) throw new BridgeError('denied', 'The camera was closed.');
    return { text };
  },
  haptic: () => {
    buzz();
    return {};
  },
  close: async ({ dirty }) => {
    const leaves = !dirty || (await ask({ title: 'Leave without saving?', yes: 'Leave' })) !== null;
    if (!leaves) throw new BridgeError('denied', 'The person stays.');
    showSouk('closed');
    return {};
  },
};
