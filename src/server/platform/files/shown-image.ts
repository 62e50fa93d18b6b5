import { codes } from '../../../contract/errors.ts';
import type { Config } from '../config/config.ts';
import type { Deps } from '../context.ts';
import { refuse } from '../refuse.ts';
import { usePictures } from './pictures.ts';
import { isSafeLink } from './safe-link.ts';

const isHere = (link: string, { fileHost }: Pick<Config, 'fileHost'>): boolean =>
  link.startsWith('/') || (fileHost !== '' && new URL(link).origin === new URL(fileHost).origin);

/** Returns the name of a picture by its address; another path of the server has none. */
const nameOf = (link: string): string => {
  const path = link.startsWith('/') ? link : new URL(link).pathname;
  return /^\/files\/([^/]+)$/.exec(path)?.[1] ?? link;
};

const refused = (field: string, link: string, reason: string, problem: string) =>
  refuse(codes.invalidParameter, {
    field,
    reason,
    message: `"${field}" holds ${JSON.stringify(link.slice(0, 200))}, ${problem}`,
  });

/**
 * Takes pictures into use, by their addresses on this server or its file host: the policy of the app's page allows no others.
 * @throws Refusal 405 with the address that no page would show, and what to write instead
 */
export async function useShownImages({ db, config }: Deps, field: string, links: string[]): Promise<void> {
  const hidden = links.find((link) => !isSafeLink(link) || !isHere(link, config));
  if (hidden !== undefined) {
    const host = config.fileHost
      ? `from SOUK_FILE_HOST, ${config.fileHost}. Write a path like /files/lamp.webp, or an address of that host.`
      : 'from SOUK_FILE_HOST, which is not set. Write a path like /files/lamp.webp, or start the server with SOUK_FILE_HOST set to the origin of the pictures, like https://files.example.com.';
    const problem = `which no page of the app would show: it loads pictures from this server and ${host}`;
    throw refused(field, hidden, 'image_not_shown', problem);
  }
  if (links.length === 0) return;
  const [missing] = await usePictures(db, links.map(nameOf));
  const lost = links.find((link) => nameOf(link) === missing);
  if (lost === undefined) return;
  const problem = 'and no picture is there. Upload it by picture-add, and write the address that it answers.';
  throw refused(field, lost, 'image_not_there', problem);
}
