import { createHmac, timingSafeEqual } from 'node:crypto';
import { after, minute } from '../clock.ts';
import type { Basics, Deps } from '../context.ts';
import { keyFor } from './secret.ts';

export const linkLifetime = 5 * minute;

/** What a link leads to; each kind of thing has a key of its own, so that no link opens anything else. */
export interface Seal {
  use: 'links' | 'exports';
  /** What stands in front of the name; in front of `/private` it is where uploads are served from. */
  path: string;
  lifetime: number;
}

const privateFiles = ({ config }: Pick<Deps, 'config'>): Seal => ({
  use: 'links',
  path: `${config.fileHost}/private`,
  lifetime: linkLifetime,
});

const signatureOf = (key: Buffer, fileId: string, until: string): Buffer =>
  createHmac('sha256', key).update(`${fileId}\n${until}`).digest();

/**
 * What makes links, to private files unless a seal says otherwise, each valid for a while from now. For lists: the
 * key is read once.
 */
export const linkSigner = async (
  deps: Basics,
  { use, path, lifetime }: Seal = privateFiles(deps),
): Promise<(name: string) => string> => {
  const key = await keyFor(deps, use);
  const until = String(after(deps.clock.now(), lifetime).getTime());
  return (name) => {
    const sign = signatureOf(key, name, until).toString('base64url');
    return `${path}/${encodeURIComponent(name)}?until=${until}&sign=${sign}`;
  };
};

/** A link to one private file, valid for five minutes. Whoever has it can read the file: give it to its shop only. */
export const signedUrl = async (deps: Basics, fileId: string): Promise<string> =>
  (await linkSigner(deps))(fileId);

/** Whether a link is one of ours, unchanged, and its time has not run out. */
export const isSigned = async (
  deps: Basics,
  fileId: string,
  { until, sign }: { until: string; sign: string },
  use: Seal['use'] = 'links',
): Promise<boolean> => {
  if (!/^\d{1,15}$/.test(until) || Number(until) <= deps.clock.now().getTime()) return false;
  const expected = signatureOf(await keyFor(deps, use), fileId, until);
  const given = Buffer.from(sign, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
};
