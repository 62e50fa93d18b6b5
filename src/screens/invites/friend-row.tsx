import type { Friend } from '../../data/invites.ts';
import { date, t } from '../../lang/index.ts';
import { Code } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Item } from '../../ui/item.tsx';
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
    <Item
      title={<bdi>{usernameMasked || t('people.invitation.nameless')}</bdi>}
      note={t('people.invitation.invited_at', { at: date(invitedAt) })}
      noteFigure={
        status in tones && (
          <span className="dot" data-tone={tones[status]}>
            {t(`people.invitation.${status}`)}
          </span>
        )
      }
    >
      {status === 'expired' && (
        <Button kind="soft" className="start" busy={busy} onClick={onAgain}>
          {t('people.invitation.again')}
        </Button>
      )}
      {open && (
        <>
          <p>
            <Code mono>{open.inviteCode}</Code>
          </p>
          <ShareCode open={open} />
        </>
      )}
    </Item>
  );
}
