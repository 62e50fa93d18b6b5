import { minute } from '../clock.ts';
import type { Basics } from '../context.ts';
import { linkSigner } from '../secrets/signed-links.ts';

/** Files that a shop may take along: served by their name to whoever was given a signed link. */
export const exportSeal = { use: 'exports', path: '/api/exports' } as const;

export const statementLifetime = 30 * minute;

/** What makes links to statements of reasons as files to keep. */
export const statementLinks = async (deps: Basics): Promise<(statement: { id: string }) => string> => {
  const link = await linkSigner(deps, { ...exportSeal, lifetime: statementLifetime });
  return ({ id }) => link(`${id}.txt`);
};
