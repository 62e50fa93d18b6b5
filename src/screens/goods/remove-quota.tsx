import { dateTime, number, t, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';

/** The shop's removals of today. */
export interface Quota {
  used: number;
  limit: number;
  resetsAt: string;
}

export const leftOf = ({ used, limit }: Quota) => Math.max(0, limit - used);

/** The removals left today; if they are too few, when they are renewed and where to ask for more. */
export function RemoveQuota({ quota, count }: { quota: Quota; count: number }) {
  const left = leftOf(quota);
  const limit = number(quota.limit);
  const at = dateTime(quota.resetsAt);
  const rest = tn('goods.quota', left, { limit, at });
  if (left >= count) return <p className="small muted">{rest}</p>;
  return (
    <Note tone="warn" role="status">
      <p>{left === 0 ? t('goods.quota_used', { limit, at }) : `${t('goods.quota_short')} ${rest}`}</p>
      <LinkButton kind="plain" href={paths.service.href()}>
        {t('not_found.service')}
      </LinkButton>
    </Note>
  );
}
