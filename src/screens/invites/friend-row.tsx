import type { Friend } from '../../data/invites.ts';
import { date } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Code } from '../../ui/amount.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { type OpenInvitation, ShareCode } from './code-card.tsx';

const tones = { invited: 'info', registered: 'good', expired: 'calm' } as const;

interface Props {
  friend: Friend;
  busy: boolean;
  onAgain(): void;
  /** The invitation to share, unless it is shown above already. */
  open: OpenInvitation | undefined;
}

/** A friend, by a shortened name, and the state of the invitation. */
export function FriendRow({ friend, busy, onAgain, open }: Props) {
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
      {open && (
        <>
          <p>
            <Code mono>{open.inviteCode}</Code>
          </p>
          <ShareCode open={open} />
        </>
      )}
    </li>
  );
}
