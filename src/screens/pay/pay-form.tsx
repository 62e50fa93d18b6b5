import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { codes } from '../../contract/errors.ts';
import type { ApiError } from '../../data/api-error.ts';
import { online } from '../../data/online.ts';
import { has } from '../../data/session.ts';
import { time } from '../../lang/format.ts';
import { errorText, t, tn } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Lock } from '../../ui/icons/lock.ts';
import { Snowflake } from '../../ui/icons/snowflake.ts';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { useForgetBehind } from '../../ui/leave.ts';
import { Note } from '../../ui/note.tsx';
import { Pin } from '../../ui/pin.tsx';
import type { Children } from '../../ui/props.ts';
import { nothing, type PaymentTexts, type Quote, type Stage } from './payment.ts';

interface PayFormProps<Q extends Quote> {
  quote: Q | undefined;
  words: PaymentTexts<Q>;
  stage: Extract<Stage<unknown>, { at: 'form' }>;
  onPay: (proof: { quoteId: string | undefined; payPassword: string }) => void;
  /** What is promised, above the password. */
  children?: Children;
}

const digits = 6;

/** The payment password and a button that repeats the amount. */
export function PayForm<Q extends Quote>({ quote, words, stage, onPay, children }: PayFormProps<Q>) {
  const { busy, error, note } = stage;
  const [pin, setPin] = useState('');
  const input = useRef<HTMLInputElement>(null);

  // After a refusal, and for another total, the password is asked anew; before anybody can type again.
  useLayoutEffect(() => {
    if (!error && !note) return;
    setPin('');
    input.current?.focus();
  }, [error, note]);
  useLayoutEffect(() => setPin(''), [quote?.total]);
  useForgetBehind(() => setPin(''));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy && pin.length === digits && online.peek()) onPay({ quoteId: quote?.quoteId, payPassword: pin });
  };

  if (error && (isLocked(error) || error.code === codes.walletFrozen))
    return <PayProblem error={error} words={words} />;
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {children}
      {note && (
        <Note tone="warn" role="alert">
          <strong>{note === 'lost' ? t('quote.not_arrived') : t('quote.expired')}</strong> {nothing(words)}{' '}
          {note === 'lost' ? t('quote.not_arrived_text') : t('quote.expired_text')}
        </Note>
      )}
      {error && error.code !== codes.payPasswordWrong && <PayProblem error={error} words={words} />}
      <Pin
        label={t('quote.password')}
        error={error && pinProblem(error, words)}
        value={pin}
        onPin={setPin}
        inputRef={input}
        hint={
          <>
            {t('quote.password_hint')}{' '}
            <a className="hit" href={paths.payPassword.href({ ...words.again, reset: 1 })}>
              {t('quote.password_forgotten')}
            </a>
          </>
        }
      />
      {!online.value && <p className="small muted">{t('quote.offline')}</p>}
      <Button kind="primary" block type="submit" busy={busy} waiting={pin.length < digits || !online.value}>
        {busy ? t('quote.sending') : words.button(quote)}
      </Button>
    </form>
  );
}

type Words = Pick<PaymentTexts<never>, 'nothing' | 'again'>;

const isWrong = ({ code }: ApiError) => code === codes.payPasswordWrong;

const isLocked = (error: ApiError) => isWrong(error) && Number(error.params?.attemptsLeft) === 0;

/** The sentence beside the password, where the password is what was wrong. */
function pinProblem(error: ApiError, words: Words): string | undefined {
  if (!isWrong(error)) return undefined;
  const left = error.params?.attemptsLeft;
  const next = left === undefined ? t('quote.wrong_again') : tn('quote.tries_left', Number(left));
  return [t('quote.wrong'), nothing(words), next].join(' ');
}

/** Why nothing was paid, where it is not the password that was wrong, and what can be done. */
function PayProblem({ error, words }: { error: ApiError; words: Words }) {
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
