import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { anyRefusal, command } from './command.ts';
import { resource } from './resource.ts';

export type Identity = Output<'POST /v1/per/info'>;

/** Where verification stands. A server of the specification alone may say nothing of reasons. */
export const identity = resource<void, Identity>(async (_, signal) => {
  const answer = await call('POST /v1/per/info', {}, { signal });
  return { ...answer, status: answer.status ?? 'unverified', reasons: answer.reasons ?? [] };
});

/** Which text on use and storage of the papers a merchant has read when applying. */
export const consentVersion = '2026-11';

/** However a call ended, where the verification stands is asked for: an answer that was lost leads to no second try. */
const changes = {
  patch: (answer: Partial<Identity> | undefined) => identity.update((known) => ({ ...known, ...answer })),
  invalidates: [identity],
  invalidatesOn: anyRefusal,
};

/** Applies, or sends the refused parts again. */
export const identityApplication = command('POST /v1/per/ident-upload', { key: 'identity', ...changes });

/** Takes an application back that is under review; its pictures are deleted. */
export const identityWithdrawal = command('POST /v1/per/withdraw', { key: 'identity-back', ...changes });
