import type { Friend } from '../../data/invites.ts';
import { date } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';

const tones = { invited: 'info', registered: 'good', expired: 'calm' } as const;

interface Props {
  friend: Friend;
  busy: boolean;
  onAgain(): void;
}

/** A friend, by a shortened name, and what became of the invitation. */
export function FriendRow({ friend, busy, onAgain }: Props) {
  const { usernameMasked, invitedAt, status } = friend;
  return (
    <li className="stack near">
      <div className="row top">
        <bdi className="grow">{usernameMasked || t('people.invitation.nameless')}</bdi>
        {status in tones && <Badge tone={tones[status]}>{t(`people.invitation.${status}`)}</Badge>}
      </div>
      <div className="row between">
        <span className="small muted">{t('people.invitation.invited_at', { at: date(invitedAt) })}</span>
        {status === 'expired' && (
          <Button kind="plain" busy={busy} onClick={onAgain}>
            {t('people.invitation.again')}
          </Button>
        )}
      </div>
    </li>
  );
}
