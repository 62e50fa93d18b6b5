import { signal } from '@preact/signals';
import type { MethodName, Params, WireFile } from '../../bridge/index.ts';
import { config } from './config.ts';
import { currentGuest } from './guest.ts';
import { personVersion } from './person.ts';

/** What the host can do, once it has said so: for what is offered only where somebody can do it. */
export const capabilities = signal<readonly string[]>([]);

/** Who did it: the host, the browser in its place, or nobody. */
export interface HostResult {
  readonly via: 'host' | 'web' | 'none';
}

/** True when a host did it; false when it does not know how. A person's or a rule's "no" is an answer too. */
async function byHost<M extends MethodName>(
  method: M,
  params: Params<M>,
): Promise<HostResult['via'] | undefined> {
  const guest = currentGuest();
  if (!guest) return undefined;
  try {
    await (await guest).request(method, params);
    return 'host';
  } catch (error) {
    return (error as { code?: string }).code === 'denied' ? 'none' : undefined;
  }
}

async function orByWeb(
  host: Promise<HostResult['via'] | undefined>,
  web: () => unknown,
): Promise<HostResult> {
  const via = await host;
  if (via) return { via };
  try {
    await web();
    return { via: 'web' };
  } catch {
    return { via: 'none' };
  }
}

/**
 * What may be followed: never `javascript:` or any other scheme a server might hand us, nor a path that browsers take for
 * somebody else's address.
 */
export function mayFollow(url: string): boolean {
  return (
    /^(https:\/\/|mailto:|tel:)\S+$/i.test(url) ||
    /^\/(?![/\\\s])/.test(url) ||
    url.startsWith(`${new URL(config.api, location.href).origin}/`)
  );
}

/** An address that a server gave, for a link; undefined where following it could run something. */
export const openable = (url: string | null | undefined) => (url && mayFollow(url) ? url : undefined);

function press(attributes: Readonly<Record<string, string>>) {
  const link = document.createElement('a');
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  link.click();
}

/** A host takes no address that everybody on the way could read; on this machine there is nobody on the way. */
const openByHost = async (url: string) => (url.startsWith('http:') ? undefined : byHost('openUrl', { url }));

/** Opens an address outside Souk. */
export async function openUrl(url: string): Promise<HostResult> {
  if (!mayFollow(url)) return { via: 'none' };
  const full = new URL(url, location.href).href;
  return orByWeb(openByHost(full), () => press({ href: full, target: '_blank', rel: 'noopener noreferrer' }));
}

export const copy = (text: string): Promise<HostResult> =>
  orByWeb(byHost('copy', { text }), () => navigator.clipboard.writeText(text));

/** Where nothing can share, the address is copied. */
export const share = (what: { title?: string; text?: string; url?: string }): Promise<HostResult> =>
  orByWeb(byHost('share', what), () =>
    navigator.share ? navigator.share(what) : navigator.clipboard.writeText(what.url ?? what.text ?? ''),
  );

const asBase64 = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/** Hands over a file that the server made, by its signed address. */
export async function downloadFile(name: string, url: string): Promise<HostResult> {
  if (!mayFollow(url)) return { via: 'none' };
  const asker = personVersion.peek();
  const answer = await fetch(url).catch(() => undefined);
  if (!answer?.ok) return { via: 'none' };
  const file = await answer.blob();
  // A person who has come since has not asked for it.
  if (asker !== personVersion.peek()) return { via: 'none' };
  const full = new URL(url, location.href).href;
  return orByWeb(saveByHost(name, file, full), () => {
    const href = URL.createObjectURL(file);
    press({ href, download: name });
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  });
}

/** A link to save does nothing in a WebView: a host that cannot save may open the address where that works. */
async function saveByHost(name: string, file: Blob, url: string) {
  if (!currentGuest()) return undefined;
  const saved = await byHost('saveFile', { name, type: file.type, base64: await asBase64(file) });
  return saved ?? openByHost(url);
}

const asFile = ({ name, type, base64 }: WireFile) =>
  new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name, { type });

/** What a person chose by the host's own means; undefined where they chose nothing, or it did not come whole. */
export const pickFile = async (what: Params<'pickFile'>): Promise<File | undefined> => {
  try {
    return asFile((await (await currentGuest())?.request('pickFile', what)) as WireFile);
  } catch {
    return undefined;
  }
};

/** What the host's camera read; undefined where somebody closed it. Offered only where `capabilities` name it. */
export const scan = async (): Promise<string | undefined> => {
  try {
    return (await (await currentGuest())?.request('scan', {}))?.text;
  } catch {
    return undefined;
  }
};

/** A small tremble, where the host can; nothing elsewhere. */
export const haptic = (kind: Params<'haptic'>['kind']) => void byHost('haptic', { kind });
