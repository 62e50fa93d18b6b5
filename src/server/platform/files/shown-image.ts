import { codes } from '../../../contract/errors.ts';
import type { Config } from '../config/config.ts';
import { refuse } from '../refuse.ts';
import { isSafeLink } from './safe-link.ts';

const isHere = (link: string, { fileHost }: Pick<Config, 'fileHost'>): boolean =>
  link.startsWith('/') || (fileHost !== '' && new URL(link).origin === new URL(fileHost).origin);

/**
 * Refuses addresses of pictures that the app's page would not load: its policy allows this server and the file host
 * only.
 * @throws Refusal 405 with the address, and what to write instead
 */
export function requireShownImages(config: Pick<Config, 'fileHost'>, field: string, links: string[]): void {
  const hidden = links.find((link) => !isSafeLink(link) || !isHere(link, config));
  if (hidden === undefined) return;
  const host = config.fileHost
    ? `from SOUK_FILE_HOST, ${config.fileHost}. Write a path like /files/lamp.webp, or an address of that host.`
    : 'from SOUK_FILE_HOST, which is not set. Write a path like /files/lamp.webp, or start the server with SOUK_FILE_HOST set to the origin of the pictures, like https://files.example.com.';
  throw refuse(codes.invalidParameter, {
    field,
    reason: 'image_not_shown',
    message: `"${field}" holds ${JSON.stringify(hidden.slice(0, 200))}, which no page of the app would show: it loads pictures from this server and ${host}`,
  });
}
