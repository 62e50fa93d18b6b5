import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CircleQuestionMark } from '../../ui/icons/circle-question-mark.ts';
import { Clock } from '../../ui/icons/clock.ts';
import { Lock } from '../../ui/icons/lock.ts';
import { Note } from '../../ui/note.tsx';
import { nothing, type PayWords } from './payable.ts';

type Words = Pick<PayWords<never>, 'nothing' | 'again' | 'checking' | 'unknown' | 'late' | 'look'>;

/** Sent, and the answer is late: never "failed", for it may have gone through. */
export function Checking({ words, onClose }: { words: Words; onClose: () => void }) {
  return (
    <>
      <Note icon={Clock} role="status">
        <strong>{words.checking}</strong>
        <p>{t('quote.checking_text')}</p>
      </Note>
      <Button block onClick={onClose}>
        {t('common.close')}
      </Button>
    </>
  );
}

/** Nobody can say yet; paying again is not offered before somebody has looked. */
export function Unknown({ words, onAsk }: { words: Words; onAsk: () => void }) {
  return (
    <>
      <Note tone="warn" icon={CircleQuestionMark} role="alert">
        <strong>{t('quote.unknown')}</strong> {words.unknown}
      </Note>
      <div className="cells tight">
        <Button onClick={onAsk}>{t('quote.ask_again')}</Button>
        <LinkButton href={words.look.href}>{words.look.label}</LinkButton>
      </div>
      <LinkButton kind="plain" block href={paths.service.href()}>
        {t('quote.service')}
      </LinkButton>
    </>
  );
}

export function Unset({ words, onClose }: { words: Words; onClose: () => void }) {
  return (
    <>
      <Note tone="warn" icon={Lock} role="status">
        <strong>{t('quote.unset')}</strong> {t('quote.unset_text')} {nothing(words)}
      </Note>
      <div className="cells tight">
        <Button onClick={onClose}>{t('quote.not_now')}</Button>
        <LinkButton href={paths.payPassword.href(words.again)}>{t('quote.unset_set')}</LinkButton>
      </div>
    </>
  );
}

/** Paid already, ended, or out of time. */
export function Closed({ words, onClose }: { words: Words; onClose: () => void }) {
  return (
    <>
      <Note tone="warn" role="alert">
        <strong>{words.late}</strong> {nothing(words)}
      </Note>
      <div className="cells tight">
        <Button onClick={onClose}>{t('common.close')}</Button>
        <LinkButton href={words.look.href}>{words.look.label}</LinkButton>
      </div>
    </>
  );
}
