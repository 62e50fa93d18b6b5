import { useState } from 'react';
import { codes } from '../../contract/errors.ts';
import { type ApiError, asApiError } from '../../data/api-error.ts';
import { removeFromShowcase, type ShowcaseItem } from '../../data/showcase.ts';
import { dateTime, number } from '../../format.ts';
import { errorText, t, tn } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { RemovedGoods } from './removed.tsx';
import type { Quota } from './showcase-rows.tsx';

interface Props {
  rows: readonly ShowcaseItem[];
  quota: Quota | undefined;
  onDone: (result: RemovedGoods) => void;
  onClose: () => void;
}

/** Asks before goods leave the showcase, and says how many removals the day has left. */
export default function RemoveSheet({ rows, quota, onDone, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const left = quota && Math.max(0, quota.limit - quota.used);

  const remove = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const outcome = await removeFromShowcase(rows.map((row) => row.id));
      if (outcome.state !== 'done') return onClose();
      const { removed, skipped = [] } = outcome.output;
      const why = new Map(skipped.map((one) => [one.id, one.code]));
      onDone({
        rows: rows.filter((row) => removed.includes(row.id)),
        skipped: rows.flatMap((row) => (why.has(row.id) ? [{ row, code: why.get(row.id) ?? 204 }] : [])),
      });
    } catch (thrown) {
      setError(asApiError(thrown));
      setBusy(false);
    }
  };

  return (
    <Sheet title={tn('goods.remove_title', rows.length)} onClose={onClose}>
      <div className="stack">
        <ul className="list">
          {rows.slice(0, 5).map((row) => (
            <li key={row.id}>{row.name}</li>
          ))}
        </ul>
        <p className="muted">{t('goods.remove_text')}</p>
        {quota && left !== undefined && <QuotaNote quota={quota} left={left} />}
        {error && (
          <Note tone="bad" role="alert">
            <p>{errorText(error)}</p>
            {error.code === codes.showcaseDeleteLimit && (
              <LinkButton kind="plain" href={paths.service.href()}>
                {t('not_found.service')}
              </LinkButton>
            )}
          </Note>
        )}
        <div className="cells tight">
          <Button onClick={onClose}>{t('goods.keep')}</Button>
          <Button kind="soft" busy={busy} waiting={left === 0} onClick={remove}>
            {t('goods.remove')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

function QuotaNote({ quota, left }: { quota: Quota; left: number }) {
  const limit = number(quota.limit);
  const at = dateTime(quota.resetsAt);
  if (left === 0)
    return (
      <Note tone="warn">
        <p>{t('goods.quota_used', { limit, at })}</p>
        <LinkButton kind="plain" href={paths.service.href()}>
          {t('not_found.service')}
        </LinkButton>
      </Note>
    );
  return <p className="small muted">{tn('goods.quota', left, { limit, at })}</p>;
}
