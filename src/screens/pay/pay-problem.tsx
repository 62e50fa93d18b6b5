import { codes } from '../../contract/errors.ts';
import type { ApiError } from '../../data/api-error.ts';
import { has } from '../../data/session.ts';
import { time } from '../../lang/format.ts';
import { errorText, t, tn } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Lock } from '../../ui/icons/lock.ts';
import { Snowflake } from '../../ui/icons/snowflake.ts';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { Note } from '../../ui/note.tsx';
import { nothing, type PayWords } from './payable.ts';

type Words = Pick<PayWords<never>, 'nothing' | 'again'>;

const isWrong = ({ code }: ApiError) => code === codes.payPasswordWrong;

export const isLocked = (error: ApiError) => isWrong(error) && Number(error.params?.attemptsLeft) === 0;

/** The sentence beside the password, where the password is what was wrong. */
export function pinProblem(error: ApiError, words: Words): string | undefined {
  if (!isWrong(error)) return undefined;
  const left = error.params?.attemptsLeft;
  const next = left === undefined ? t('quote.wrong_again') : tn('quote.tries_left', Number(left));
  return [t('quote.wrong'), nothing(words), next].join(' ');
}

/** Why nothing was paid, where it is not the password that was wrong, and what can be done. */
export function PayProblem({ error, words }: { error: ApiError; words: Words }) {
  if (isLocked(error)) return <Locked until={error.params?.lockedUntil} words={words} />;
  if (error.code === codes.walletFrozen)
    return (
      <>
        <Note tone="bad" icon={Snowflake} role="alert">
          <strong>{t('quote.frozen')}</strong> {nothing(words)} {t('quote.frozen_text')}
        </Note>
        <LinkButton block href={paths.wallet.href()}>
          {t('quote.see_wallet')}
        </LinkButton>
      </>
    );
  return (
    <Note tone="bad" icon={TriangleAlert} role="alert">
      {errorText(error)} {error.retryable && has('idempotency') && t('quote.safe')}
    </Note>
  );
}

function Locked({ until, words }: { until: string | number | undefined; words: Words }) {
  return (
    <>
      <Note tone="bad" icon={Lock} role="alert">
        <strong>{t('quote.locked')}</strong> {nothing(words)}{' '}
        {until && t('quote.locked_until', { at: time(until) })}
      </Note>
      <LinkButton block href={paths.payPassword.href({ ...words.again, reset: 1 })}>
        {t('quote.password_forgotten')}
      </LinkButton>
    </>
  );
}
