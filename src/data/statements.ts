import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { command } from './command.ts';
import { pages } from './pages.ts';
import { resource } from './resource.ts';

export type Statement = Output<'POST /v1/shop/statements'>['list'][number];
export type Appeal = Output<'POST /v1/shop/appeal'>['appeal'];

/** All statements of reasons, newest first. */
export const statementsResource = pages(async (input: Record<never, never>, signal) => {
  const page = await call('POST /v1/shop/statements', input, { signal });
  return { ...page, list: page.list ?? [] };
});

/** The number of pages to search: older statements can no longer be objected to. */
const farthest = 10;

/** Finds the statement that an objection is against; null where its address names a hold or a score entry instead. */
export const statementResource = resource(async (ref: string, signal): Promise<Statement | null> => {
  let cursor: string | undefined;
  for (let page = 0; page < farthest; page++) {
    const { list = [], nextCursor } = await call(
      'POST /v1/shop/statements',
      { limit: 50, cursor },
      { signal, quiet: true },
    );
    const found = list.find(({ id, appeal }) => id === ref || appeal?.endsWith(`ref=${ref}`));
    if (found || !nextCursor) return found ?? null;
    cursor = nextCursor;
  }
  return null;
});

/** Sends an objection; the server then marks its subject as under review. */
export const appeal = command('POST /v1/shop/appeal', {
  intention: ({ ref }) => `appeal:${ref}`,
  invalidates: [statementsResource, statementResource],
  // On a refusal the form stays with its text, beside the error.
  invalidatesOn: () => false,
});
