import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { codes } from '../../contract/errors.ts';
import { online } from '../../data/online.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Pin } from '../../ui/pin.tsx';
import type { Children } from '../../ui/props.ts';
import { isLocked, PayProblem, pinProblem } from './pay-problem.tsx';
import { nothing, type PayWords, type Quote } from './payable.ts';
import type { Stage } from './use-payment.ts';

interface PayFormProps<Q extends Quote> {
  quote: Q | undefined;
  words: PayWords<Q>;
  stage: Extract<Stage<unknown>, { at: 'form' }>;
  onPay: (quoteId: string | undefined, payPassword: string) => void;
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

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy && pin.length === digits && online.peek()) onPay(quote?.quoteId, pin);
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
