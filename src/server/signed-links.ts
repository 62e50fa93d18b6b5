import { createHmac, timingSafeEqual } from 'node:crypto';
import { after, minute } from './clock.ts';
import type { Deps } from './context.ts';
import { keyFor } from './secret.ts';

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'random'>;

export const linkLifetime = 5 * minute;

const signatureOf = (key: Buffer, fileId: string, until: string): Buffer =>
  createHmac('sha256', key).update(`${fileId}\n${until}`).digest();

/** What makes links to private files, each valid for five minutes from now. For lists: the key is read once. */
export const linkSigner = async (deps: Needs): Promise<(fileId: string) => string> => {
  const key = await keyFor(deps, 'links');
  const until = String(after(deps.clock.now(), linkLifetime).getTime());
  return (fileId) => {
    const sign = signatureOf(key, fileId, until).toString('base64url');
    return `${deps.config.fileHost}/private/${encodeURIComponent(fileId)}?until=${until}&sign=${sign}`;
  };
};

/** A link to one private file, valid for five minutes. Whoever has it can read the file: give it to its shop only. */
export const signedUrl = async (deps: Needs, fileId: string): Promise<string> =>
  (await linkSigner(deps))(fileId);

/** Whether a link is one of ours, unchanged, and its time has not run out. */
export const isSigned = async (
  deps: Needs,
  fileId: string,
  { until, sign }: { until: string; sign: string },
): Promise<boolean> => {
  if (!/^\d{1,15}$/.test(until) || Number(until) <= deps.clock.now().getTime()) return false;
  const expected = signatureOf(await keyFor(deps, 'links'), fileId, until);
  const given = Buffer.from(sign, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
};
