import { codes } from '../../contract/errors.ts';
import type { ApiError } from '../../data/api-error.ts';
import { hasFeature } from '../../data/session.ts';
import type { Wallet } from '../../data/wallet.ts';
import { errorText, gap, inline, money, t, time, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CircleQuestionMark } from '../../ui/icons/circle-question-mark.ts';
import { Clock } from '../../ui/icons/clock.ts';
import { Lock } from '../../ui/icons/lock.ts';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { Note } from '../../ui/note.tsx';
import { checkingText } from '../command/use-command.ts';
import type { PaymentTexts, Quote } from './payment.ts';

type Texts = Omit<PaymentTexts<never>, 'button' | 'total'>;

export const nothingText = (texts: Pick<PaymentTexts<never>, 'nothing'>) =>
  texts.nothing ?? t('safety.nothing_paid');

interface PayShortProps {
  quote: Quote;
  missing: string;
  wallet: Wallet | undefined;
  onClose: () => void;
}

/**
 * Not enough money: what did not happen, why, and two ways on of the same weight. A withdrawal is never
 * answered with a way to recharge.
 */
export function PayShort({ quote, missing, wallet, onClose }: PayShortProps) {
  const amount = (figure: string) => inline(money(figure, quote.currency));
  const frozen = wallet?.frozenAmount;
  return (
    <>
      <Note tone="warn" icon={TriangleAlert} role="status">
        <strong>{t('quote.short', { missing: amount(missing) })}</strong>
        {gap()}
        {t('safety.nothing_paid')}
        {gap()}
        {frozen && Number(frozen) > 0 && t('quote.frozen_too', { amount: amount(frozen) })}
      </Note>
      <div className="cells tight">
        <Button onClick={onClose}>{t('quote.not_now')}</Button>
        {quote.kind !== 'withdraw' && (
          <LinkButton href={paths.recharge.href()}>{t('quote.recharge')}</LinkButton>
        )}
      </div>
    </>
  );
}

/** Sent, and the answer is late: never "failed", for it may have gone through. */
export function Checking({ texts, onClose }: { texts: Texts; onClose: () => void }) {
  return (
    <>
      <Note icon={Clock} role="status">
        <strong>{texts.checking ?? t('quote.checking')}</strong>
        <p>{checkingText()}</p>
      </Note>
      <Button block onClick={onClose}>
        {t('common.close')}
      </Button>
    </>
  );
}

/** The result is not known; paying again is not offered before it has been looked up. */
export function Unknown({ texts, onAsk }: { texts: Texts; onAsk: () => void }) {
  return (
    <>
      <Note tone="warn" icon={CircleQuestionMark} role="alert">
        <strong>{t('quote.unknown')}</strong>
        {gap()}
        {texts.unknown ?? t('quote.no_answer_text')}
      </Note>
      <div className="cells tight">
        <Button onClick={onAsk}>{t('quote.ask_again')}</Button>
        <LinkButton href={texts.detailsLink.href}>{texts.detailsLink.label}</LinkButton>
      </div>
      <LinkButton kind="plain" block href={paths.service.href()}>
        {t('quote.service')}
      </LinkButton>
    </>
  );
}

interface ForgottenProps {
  /** Where it can be seen whether it happened. */
  seenAt: Texts['detailsLink'];
  onClose: () => void;
}

/** The result will never be known here. */
export function Forgotten({ seenAt, onClose }: ForgottenProps) {
  return (
    <>
      <Note tone="warn" icon={CircleQuestionMark} role="alert">
        {t('safety.forgotten')}
      </Note>
      <div className="cells tight">
        <Button onClick={onClose}>{t('common.close')}</Button>
        <LinkButton href={seenAt.href}>{seenAt.label}</LinkButton>
      </div>
    </>
  );
}

export function PasswordUnset({ texts, onClose }: { texts: Texts; onClose: () => void }) {
  return (
    <>
      <Note tone="warn" icon={Lock} role="status">
        <strong>{t('quote.unset')}</strong>
        {gap()}
        {t('quote.unset_text')}
        {gap()}
        {nothingText(texts)}
      </Note>
      <div className="cells tight">
        <Button onClick={onClose}>{t('quote.not_now')}</Button>
        <LinkButton href={paths.payPassword.href(texts.returnParams)}>{t('quote.unset_set')}</LinkButton>
      </div>
    </>
  );
}

export const ObsoleteText = ({ text, nothing }: { text: string; nothing: string }) => (
  <>
    <strong>{text}</strong>
    {gap()}
    {nothing}
  </>
);

/** Paid already, ended, or out of time. */
export function Obsolete({ texts, onClose }: { texts: Texts; onClose: () => void }) {
  return (
    <>
      <Note tone="warn" role="alert">
        {typeof texts.obsolete === 'string' ? (
          <ObsoleteText text={texts.obsolete} nothing={nothingText(texts)} />
        ) : (
          texts.obsolete
        )}
      </Note>
      <div className="cells tight">
        <Button onClick={onClose}>{t('common.close')}</Button>
        <LinkButton href={texts.detailsLink.href}>{texts.detailsLink.label}</LinkButton>
      </div>
    </>
  );
}

const isWrong = ({ code }: ApiError) => code === codes.payPasswordWrong;

export const isLocked = (error: ApiError) => isWrong(error) && Number(error.params?.attemptsLeft) === 0;

/** The sentence beside the password, where the password is what was wrong. */
export function pinProblem(error: ApiError, texts: Texts): string | undefined {
  if (!isWrong(error)) return undefined;
  const left = error.params?.attemptsLeft;
  const next = left === undefined ? t('quote.wrong_again') : tn('quote.tries_left', Number(left));
  return [t('quote.wrong'), nothingText(texts), next].join(gap());
}

/** Why nothing was paid, where it is not the password that was wrong, and what can be done. */
export function PayProblem({ error, texts }: { error: ApiError; texts: Texts }) {
  if (isLocked(error)) return <Locked until={error.params?.lockedUntil} texts={texts} />;
  if (error.code === codes.walletFrozen)
    return (
      <>
        <Note tone="bad" icon={Lock} role="alert">
          <strong>{t('quote.frozen')}</strong>
          {gap()}
          {nothingText(texts)}
          {gap()}
          {t('quote.frozen_text')}
        </Note>
        <LinkButton block href={paths.wallet.href()}>
          {t('quote.see_wallet')}
        </LinkButton>
      </>
    );
  return (
    <Note tone="bad" icon={TriangleAlert} role="alert">
      {errorText(error)}
      {gap()}
      {error.retryable && hasFeature('idempotency') && t('quote.safe')}
    </Note>
  );
}

function Locked({ until, texts }: { until: string | number | undefined; texts: Texts }) {
  return (
    <>
      <Note tone="bad" icon={Lock} role="alert">
        <strong>{t('quote.locked')}</strong>
        {gap()}
        {nothingText(texts)}
        {gap()}
        {until && t('quote.locked_until', { at: time(until) })}
      </Note>
      <LinkButton block href={paths.payPassword.href({ ...texts.returnParams, reset: 1 })}>
        {t('quote.password_forgotten')}
      </LinkButton>
    </>
  );
}
