import { signal } from '@preact/signals';
import type { MethodName, Params } from '../../bridge/index.ts';
import { config } from './config.ts';
import { currentGuest } from './guest.ts';
import { personVersion } from './person.ts';

/** Methods that the host has declared, so that only what works is offered. */
export const capabilities = signal<readonly string[]>([]);

/** What carried out the action: the host, the browser in its place, or neither. */
export interface HostResult {
  readonly via: 'host' | 'web' | 'none';
}

/** Asks the host; undefined where it does not know the method. A refusal by a person or a rule is final: `none`. */
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
 * Returns whether an address may be followed: not `javascript:` or another scheme that a server might send, nor a path
 * that browsers read as another origin.
 */
export function mayFollow(url: string): boolean {
  return (
    /^(https:\/\/|mailto:|tel:)\S+$/i.test(url) ||
    /^\/(?![/\\\s])/.test(url) ||
    url.startsWith(`${new URL(config.api, location.href).origin}/`)
  );
}

/** Returns a server's address for a link; undefined where following it could run code. */
export const openable = (url: string | null | undefined) => (url && mayFollow(url) ? url : undefined);

function press(attributes: Readonly<Record<string, string>>) {
  const link = document.createElement('a');
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  link.click();
}

/** Hosts open encrypted addresses only; plain http, as of a server on this machine, is left to the browser. */
const openByHost = async (url: string) => (url.startsWith('http:') ? undefined : byHost('openUrl', { url }));

/** Opens an address outside Souk. */
export async function openUrl(url: string): Promise<HostResult> {
  if (!mayFollow(url)) return { via: 'none' };
  const full = new URL(url, location.href).href;
  return orByWeb(openByHost(full), () => press({ href: full, target: '_blank', rel: 'noopener noreferrer' }));
}

export const copy = (text: string): Promise<HostResult> =>
  orByWeb(byHost('copy', { text }), () => navigator.clipboard.writeText(text));

/** Shares by the host or the browser; where neither can, copies the address. */
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

/** Saves a file that the server made, by its signed address. */
export async function downloadFile(name: string, url: string): Promise<HostResult> {
  if (!mayFollow(url)) return { via: 'none' };
  const version = personVersion.peek();
  const answer = await fetch(url).catch(() => undefined);
  if (!answer?.ok) return { via: 'none' };
  const file = await answer.blob();
  // The person who signed in since did not request it.
  if (version !== personVersion.peek()) return { via: 'none' };
  const full = new URL(url, location.href).href;
  return orByWeb(saveByHost(name, file, full), () => {
    const href = URL.createObjectURL(file);
    press({ href, download: name });
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  });
}

/** Downloads do nothing in a WebView: a host that cannot save may open the address where that works. */
async function saveByHost(name: string, file: Blob, url: string) {
  if (!currentGuest()) return undefined;
  const saved = await byHost('saveFile', { name, type: file.type, base64: await asBase64(file) });
  return saved ?? openByHost(url);
}

/** Vibrates shortly where the host can. */
export const haptic = (kind: Params<'haptic'>['kind']) => void byHost('haptic', { kind });
