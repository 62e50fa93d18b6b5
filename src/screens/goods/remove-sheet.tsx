import { useRef, useState } from 'react';
import { codes } from '../../contract/errors.ts';
import { type ApiError, asApiError } from '../../data/api-error.ts';
import { removeFromShowcase, type ShowcaseItem, showcase } from '../../data/showcase.ts';
import { errorText, t, tn } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { leftOf, type Quota, RemoveQuota } from './remove-quota.tsx';
import type { RemovedGoods } from './removed.tsx';

interface Props {
  rows: readonly ShowcaseItem[];
  quota: Quota | undefined;
  onDone: (result: RemovedGoods) => void;
  onClose: () => void;
}

const NAMED = 5;

/** Asks before goods leave the showcase, and says how many removals the day has left. */
export default function RemoveSheet({ rows, quota: known, onDone, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  // What a refusal says of the day is newer than what the list said.
  const [told, setTold] = useState<Quota>();
  const running = useRef(false);
  const quota = told ?? known;
  const isShort = quota !== undefined && leftOf(quota) < rows.length;

  const refused = (error: ApiError) => {
    const quota = quotaIn(error);
    setTold(quota);
    setProblem(quota ? '' : errorText(error));
    showcase.stale();
  };
  const remove = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem('');
    try {
      const ids = rows.map((row) => row.id);
      const outcome = await removeFromShowcase(ids, () => setProblem(t('quote.checking_text')));
      if (outcome.state === 'done') return onDone(resultOf(rows, outcome.output));
      setProblem(outcome.state === 'not-arrived' ? errorText({ code: 'network' }) : t('goods.unknown'));
    } catch (thrown) {
      refused(asApiError(thrown));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <Sheet title={tn('goods.remove_title', rows.length)} onClose={onClose}>
      <div className="stack">
        <ul className="list">
          {rows.slice(0, NAMED).map((row) => (
            <li key={row.id}>{row.name}</li>
          ))}
          {rows.length > NAMED && <li className="muted">{tn('goods.and_more', rows.length - NAMED)}</li>}
        </ul>
        <p className="muted">{t('goods.remove_text')}</p>
        {quota && <RemoveQuota quota={quota} wanted={rows.length} />}
        {problem && (
          <Note tone={busy ? 'warn' : 'bad'} role="alert">
            {problem}
          </Note>
        )}
        <div className="cells tight">
          <Button onClick={onClose}>{t('goods.keep')}</Button>
          <Button busy={busy} waiting={isShort} onClick={() => void remove()}>
            {t('goods.remove')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

function quotaIn({ code, params }: ApiError): Quota | undefined {
  if (code !== codes.showcaseDeleteLimit || !params?.resetsAt) return undefined;
  return { used: Number(params.used), limit: Number(params.limit), resetsAt: String(params.resetsAt) };
}

/** A server that answers with no list has done all that it was asked. */
type Output = { removed?: readonly string[]; skipped?: readonly { id: string; code: number }[] };

function resultOf(rows: readonly ShowcaseItem[], { removed, skipped = [] }: Output): RemovedGoods {
  const why = new Map(skipped.map((one) => [one.id, one.code]));
  return {
    rows: rows.filter((row) => removed?.includes(row.id) ?? true),
    skipped: rows.flatMap((row) => {
      const code = why.get(row.id);
      return code === undefined ? [] : [{ row, code }];
    }),
  };
}
