import { useRef, useState } from 'react';
import { asApiError } from '../../data/api-error.ts';
import { takingBack, type Withdrawal } from '../../data/withdrawals.ts';
import { inline, money } from '../../lang/format.ts';
import { errorText, t } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';

/** What taking back does before it is done; the two answers weigh the same. */
export default function TakeBackSheet({
  withdrawal,
  onClose,
}: {
  withdrawal: Withdrawal;
  onClose: () => void;
}) {
  const { id, amount, currency } = withdrawal;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const running = useRef(false);
  const takeBack = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      const { state } = await takingBack(id).send(
        { id },
        { onChecking: () => setProblem(t('accounts.checking')) },
      );
      if (state === 'done') return onClose();
      setProblem(state === 'not-arrived' ? errorText({ code: 'network' }) : t('accounts.unknown'));
    } catch (thrown) {
      setProblem(errorText(asApiError(thrown)));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return (
    <Sheet title={t('accounts.withdraw.take_back_title')} onClose={onClose}>
      <div className="stack">
        <p>{t('accounts.withdraw.take_back_text', { amount: inline(money(amount, currency)) })}</p>
        {problem && (
          <Note tone="warn" role="alert">
            {problem}
          </Note>
        )}
        <div className="cells tight">
          <Button onClick={onClose}>{t('accounts.withdraw.keep')}</Button>
          <Button busy={busy} onClick={() => void takeBack()}>
            {t('accounts.withdraw.take_back')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
