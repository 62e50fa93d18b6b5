import { codes } from '../../contract/errors.ts';
import type { ApiError } from '../../data/api-error.ts';
import { type ShowcaseItem, showcaseRemoval } from '../../data/showcase.ts';
import { errorText, t, tn } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { checkingText, useCommand } from '../command/use-command.ts';
import { leftOf, type Quota, RemoveQuota } from './remove-quota.tsx';
import type { RemovedGoods } from './removed.tsx';

interface Props {
  rows: readonly ShowcaseItem[];
  quota: Quota | undefined;
  onDone: (result: RemovedGoods) => void;
  onClose: () => void;
}

const maxNamed = 5;

/** Asks before goods leave the showcase, and shows how many removals are left today. */
export default function RemoveSheet({ rows, quota: known, onDone, onClose }: Props) {
  const { state, error, isBusy, send } = useCommand(showcaseRemoval);
  // The quota in a refusal is newer than that of the list.
  const refusedQuota = error && quotaIn(error);
  const quota = refusedQuota ?? known;
  const isShort = quota !== undefined && leftOf(quota) < rows.length;

  const remove = async () => {
    const result = await send({ ids: rows.map((row) => row.id) });
    if (result.state === 'done') onDone(removedOf(rows, result.output));
  };
  const failed = error && !refusedQuota && (state === 'unknown' ? t('goods.unknown') : errorText(error));
  const problem = state === 'checking' ? checkingText() : failed;

  return (
    <Sheet title={tn('goods.remove_title', rows.length)} onClose={onClose}>
      <div className="stack">
        <ul className="list">
          {rows.slice(0, maxNamed).map((row) => (
            <li key={row.id}>{row.name}</li>
          ))}
          {rows.length > maxNamed && (
            <li className="muted">{tn('goods.and_more', rows.length - maxNamed)}</li>
          )}
        </ul>
        <p className="muted">{t('goods.remove_text')}</p>
        {quota && <RemoveQuota quota={quota} count={rows.length} />}
        {problem && (
          <Note tone={isBusy ? 'warn' : 'bad'} role="alert">
            {problem}
          </Note>
        )}
        <div className="cells tight">
          <Button onClick={onClose}>{t('goods.keep')}</Button>
          <Button kind="soft" data-tone="bad" busy={isBusy} waiting={isShort} onClick={() => void remove()}>
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

/** A server that answers without a list has removed everything. */
type Output = { removed?: readonly string[]; skipped?: readonly { id: string; code: number }[] };

function removedOf(rows: readonly ShowcaseItem[], { removed, skipped = [] }: Output): RemovedGoods {
  const why = new Map(skipped.map((one) => [one.id, one.code]));
  return {
    rows: rows.filter((row) => removed?.includes(row.id) ?? true),
    skipped: rows.flatMap((row) => {
      const code = why.get(row.id);
      return code === undefined ? [] : [{ row, code }];
    }),
  };
}
