import type { MethodName, Params } from '../../bridge/index.ts';
import { currentGuest } from './guest.ts';

/** Who did it: the host, the browser in its place, or nobody. */
export interface Done {
  readonly via: 'host' | 'web' | 'none';
}

/** True when a host did it; false when it does not know how. A person's or a rule's "no" is an answer too. */
async function byHost<M extends MethodName>(method: M, params: Params<M>): Promise<Done['via'] | undefined> {
  const guest = currentGuest();
  if (!guest) return undefined;
  try {
    await (await guest).request(method, params);
    return 'host';
  } catch (error) {
    return (error as { code?: string }).code === 'denied' ? 'none' : undefined;
  }
}

async function orByWeb(host: Promise<Done['via'] | undefined>, web: () => unknown): Promise<Done> {
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
 * What may be opened: never `javascript:` or any other scheme a server might hand us, nor a path that browsers take for
 * somebody else's address.
 */
export function canOpen(url: string): boolean {
  return (
    /^(https:\/\/|mailto:|tel:)\S+$/i.test(url) ||
    /^\/(?![/\\\s])/.test(url) ||
    url.startsWith(`${location.origin}/`)
  );
}

/** An address that a server gave, for a link; undefined where following it could run something. */
export const openable = (url: string | null | undefined) => (url && canOpen(url) ? url : undefined);

function press(attributes: Readonly<Record<string, string>>) {
  const link = document.createElement('a');
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  link.click();
}

/** Opens an address outside Souk. */
export async function openUrl(url: string): Promise<Done> {
  if (!canOpen(url)) return { via: 'none' };
  const full = new URL(url, location.href).href;
  return orByWeb(byHost('openUrl', { url: full }), () =>
    press({ href: full, target: '_blank', rel: 'noopener noreferrer' }),
  );
}

export const copy = (text: string): Promise<Done> =>
  orByWeb(byHost('copy', { text }), () => navigator.clipboard.writeText(text));

/** Where nothing can share, the address is copied. */
export const share = (what: { title?: string; text?: string; url?: string }): Promise<Done> =>
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

/** Hands a file to the person. */
export async function saveFile(name: string, file: Blob): Promise<Done> {
  const host = currentGuest()
    ? byHost('saveFile', { name, type: file.type, base64: await asBase64(file) })
    : Promise.resolve(undefined);
  return orByWeb(host, () => {
    const href = URL.createObjectURL(file);
    press({ href, download: name });
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  });
}

/** Hands over a file that the server made, by its signed address. */
export async function saveFrom(name: string, url: string): Promise<Done> {
  if (!canOpen(url)) return { via: 'none' };
  const answer = await fetch(url).catch(() => undefined);
  return answer?.ok ? saveFile(name, await answer.blob()) : { via: 'none' };
}

/** A small tremble, where the host can; nothing elsewhere. */
export const haptic = (kind: Params<'haptic'>['kind']) => void byHost('haptic', { kind });
