import { openable } from '../../data/host.ts';
import { markRead, type Notice } from '../../data/notices.ts';
import { dateTime } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ClipboardList } from '../../ui/icons/clipboard-list.ts';
import { Info } from '../../ui/icons/info.ts';
import { Store } from '../../ui/icons/store.ts';
import { Wallet } from '../../ui/icons/wallet.ts';
import { Mark } from '../../ui/mark.tsx';
import type { IconOf } from '../../ui/props.ts';

/** What a notice can be about, in the order of the filters. */
export const noticeIcons: Readonly<Record<Notice['type'], IconOf>> = {
  order: ClipboardList,
  money: Wallet,
  shop: Store,
  system: Info,
};

/** A number is not torn at its hyphens, least of all where its halves would change sides. */
const whole = (text = '') => text.replace(/(\w-)(?=\w)/g, '$1\u2060');

/** One notice. It leads to what it is about, and is read by going there. */
export function NoticeRow({ notice }: { notice: Notice }) {
  const { type, title, body, link, createdAt, readAt } = notice;
  const Icon = noticeIcons[type] ?? Info;
  const href = openable(link);
  // A failed mark is said by a toast, and nothing waits for it.
  const read = () => void (readAt || markRead(notice).catch(() => {}));
  const words = (
    <>
      <Mark tone={readAt ? 'calm' : 'info'}>
        <Icon />
      </Mark>
      <span className="grow stack near">
        {readAt ? <span>{whole(title)}</span> : <strong>{whole(title)}</strong>}
        <span className={readAt ? 'muted' : undefined}>{whole(body)}</span>
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
