import { minute } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';

/** The signed links of files that a shop may download: valid by name for every holder of the link. */
export const exportLinkScope = { use: 'exports', path: '/api/exports' } as const;

const statementLifetime = 30 * minute;

/** Returns a function that makes download links to statements of reasons. */
export const statementLinks = async (deps: Deps): Promise<(statement: { id: string }) => string> => {
  const link = await linkSigner(deps, { ...exportLinkScope, lifetime: statementLifetime });
  return ({ id }) => link(`${id}.txt`);
};
