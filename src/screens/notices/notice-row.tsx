import { openable } from '../../data/host.ts';
import { markRead, type Notice } from '../../data/notices.ts';
import { dateTime } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { ClipboardList } from '../../ui/icons/clipboard-list.ts';
import { Info } from '../../ui/icons/info.ts';
import { Store } from '../../ui/icons/store.ts';
import { Wallet } from '../../ui/icons/wallet.ts';
import type { IconOf } from '../../ui/props.ts';

/** The icons of the types of notices, in the order of the filters. */
export const noticeIcons: Readonly<Record<Notice['type'], IconOf>> = {
  order: ClipboardList,
  money: Wallet,
  shop: Store,
  system: Info,
};

/** Keeps numbers from breaking at their hyphens, as their halves would change sides in Arabic. */
const joinHyphens = (text = '') => text.replace(/(\w-)(?=\w)/g, '$1\u2060');

/** One notice. It leads to its subject, and is marked as read by that. */
export function NoticeRow({ notice }: { notice: Notice }) {
  const { type, title, body, link, createdAt, readAt } = notice;
  const Icon = noticeIcons[type] ?? Info;
  const href = openable(link);
  // A failed mark shows a toast, and nothing waits for it.
  const read = () => void (readAt || markRead(notice).catch(() => {}));
  const words = (
    <>
      <IconTile tone={readAt ? 'calm' : 'info'}>
        <Icon />
      </IconTile>
      <span className="grow stack near">
        {readAt ? <span>{joinHyphens(title)}</span> : <strong>{joinHyphens(title)}</strong>}
        <span className={readAt ? 'muted' : undefined}>{joinHyphens(body)}</span>
        <span className="row between">
          <span className="small muted">{dateTime(createdAt)}</span>
          {!readAt && <Badge>{t('people.notices.new')}</Badge>}
        </span>
        {!href && !readAt && (
          <Button kind="plain" className="start" onClick={read}>
            {t('people.notices.mark_one')}
          </Button>
        )}
      </span>
    </>
  );
  if (href)
    return (
      <a className="card row top" href={href} onClick={read}>
        {words}
      </a>
    );
  return <div className="card row top">{words}</div>;
}
