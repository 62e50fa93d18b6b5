import { useRef, useState } from 'react';
import { asApiError } from '../../data/api-error.ts';
import { declineOrder, type Order } from '../../data/orders.ts';
import { inline, money } from '../../lang/format.ts';
import { errorText, t } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';

/** Says what declining does before it is done; the two answers weigh the same. */
export function DeclineSheet({ order, onClose }: { order: Order; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const running = useRef(false);

  const decline = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      const { state } = await declineOrder(order.id);
      if (state === 'done') return onClose();
      setProblem(state === 'not-arrived' ? errorText({ code: 'network' }) : t('orders.decline_unknown'));
    } catch (thrown) {
      setProblem(errorText(asApiError(thrown)));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <Sheet title={t('orders.decline_title')} onClose={onClose}>
      <div className="stack">
        <p>{t('orders.decline_text', { amount: inline(money(order.amount, order.currency)) })}</p>
        {problem && (
          <Note tone="bad" role="alert">
            {problem}
          </Note>
        )}
        <div className="cells tight">
          <Button onClick={onClose}>{t('orders.decline_keep')}</Button>
          <Button busy={busy} onClick={() => void decline()}>
            {t('orders.decline_confirm')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
