import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { anyRefusal, command } from './command.ts';
import { resource } from './resource.ts';
import { todayResource } from './today.ts';

export type Identity = Output<'POST /v1/per/info'>;

/** The state of the verification. A server of the specification alone may send no reasons. */
export const identityResource = resource<void, Identity>(async (_, signal) => {
  const answer = await call('POST /v1/per/info', {}, { signal });
  return { ...answer, status: answer.status ?? 'unverified', reasons: answer.reasons ?? [] };
});

/** The version of the text on use and storage of papers that a merchant has read when applying. */
export const consentVersion = '2026-11';

/** Asks for the state of the verification after every call, so that a lost answer leads to no second application. */
const changes = {
  patch: (answer: Partial<Identity> | undefined) =>
    identityResource.update((known) => ({ ...known, ...answer })),
  invalidates: [identityResource, todayResource],
  invalidatesOn: anyRefusal,
};

/** Applies, or sends the refused parts again. */
export const identityApplication = command('POST /v1/per/ident-upload', {
  intention: 'identity',
  ...changes,
});

/** Withdraws an application that is under review; its pictures are deleted. */
export const identityWithdrawal = command('POST /v1/per/withdraw', {
  intention: 'identity-back',
  ...changes,
});
