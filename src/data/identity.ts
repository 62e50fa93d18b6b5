import type { Input, Output } from '../contract/calls.ts';
import { call, type OnSent } from './api.ts';
import { once } from './once.ts';
import { resource } from './resource.ts';
import { settled } from './settled.ts';

export type Identity = Output<'POST /v1/per/info'>;
type Application = Input<'POST /v1/per/ident-upload'>;

/** Where verification stands. A server of the specification alone may say nothing of reasons. */
export const identity = resource<void, Identity>(async (_, signal) => {
  const answer = await call('POST /v1/per/info', {}, { signal });
  return { ...answer, status: answer.status ?? 'unverified', reasons: answer.reasons ?? [] };
});

/** Which text on use and storage of the papers a merchant has read when applying. */
const consentVersion = '2026-11';

/** Whatever came of a call, what stands is asked for: nobody applies twice because an answer was lost. */
const thenAsk = <T>(work: Promise<T>) => work.finally(() => identity.refresh());

/** Applies, or sends the refused parts again. */
export const applyForIdentity = (
  input: Omit<Application, 'consentVersion'>,
  options: { onSent: OnSent; onChecking(): void },
) =>
  thenAsk(
    once('POST /v1/per/ident-upload', { ...input, consentVersion }, { form: 'identity', ...options }).then(
      settled,
    ),
  );

/** Takes an application back that is under review; its pictures are deleted. */
export const takeBackIdentity = (onChecking: () => void) =>
  thenAsk(once('POST /v1/per/withdraw', {}, { form: 'identity-back', onChecking }).then(settled));
