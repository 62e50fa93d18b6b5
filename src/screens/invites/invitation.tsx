import { useState } from 'react';
import type { ApiError } from '../../data/api-error.ts';
import { articleResource } from '../../data/help.ts';
import { openable } from '../../data/host.ts';
import { type Friend, friendsResource, type Invited, invitation } from '../../data/invites.ts';
import { me } from '../../data/session.ts';
import { date, errorText, gap, labelOf, number, shopTime, t, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { ArticleBlocks } from '../../ui/article-blocks.tsx';
import { Await } from '../../ui/await.tsx';
import { Button } from '../../ui/button.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { Head } from '../../ui/head.tsx';
import { UserPlus } from '../../ui/icons/user-plus.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Note } from '../../ui/note.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import { ScamWarning } from '../../ui/scam-warning.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { useCommand } from '../command/use-command.ts';
import { CodeCard, type OpenInvitation, ShareCode } from './code-card.tsx';

const rules = 'invitations';

/** What happens to an invitation, from here to the friend's own shop. */
function Steps() {
  const Title = useHeading(2);
  return (
    <section className="card stack">
      <div className="stack tight center">
        <span className="done" data-tone="info">
          <span style={whole}>
            <UserPlus />
          </span>
        </span>
        <Title className="title">{t('people.invitation.offer')}</Title>
        <p className="muted">{t('people.invitation.offer_text')}</p>
      </div>
      <div className="rule">
        <Timeline
          steps={[
            { title: t('people.invitation.step_make') },
            { title: t('people.invitation.step_send') },
            { title: t('people.invitation.step_open') },
          ]}
          current={0}
        />
      </div>
    </section>
  );
}

/** Only the tick of a mark draws itself. */
const whole = { display: 'grid' };

/** The server's rules, with the figures in force and the date of this version. */
function RulesCard() {
  const { data } = articleResource.ask(rules).value;
  const Title = useHeading(2);
  if (!data) return null;
  return (
    <details className="card small">
      <summary>
        <Title className="label">{t('people.invitation.rules')}</Title>
      </summary>
      <div className="stack tight">
        <ArticleBlocks blocks={data.blocks} openable={openable} />
        <p className="muted">
          {data.updatedAt && t('people.invitation.version', { at: date(data.updatedAt) })}
          {gap()}
          <a href={paths.qaDetail.href({ id: rules })}>{t('people.invitation.rules_link')}</a>
        </p>
      </div>
    </details>
  );
}

const noFilter = {};

function refusalText(error: ApiError): string {
  return error.data.reason === 'too_many_open'
    ? t('people.invitation.too_many', error.params)
    : errorText(error);
}

/** Invites friends: the code to share, the state of each invitation, the rules, and what is left of today. */
export default function Invitation() {
  const [made, setMade] = useState<Invited>();
  const [asked, setAsked] = useState('');
  const { state, error, isBusy, send } = useCommand(invitation);
  const busy = isBusy ? asked : undefined;
  const invite = async (friendId?: string) => {
    if (isBusy) return;
    setAsked(friendId ?? 'new');
    const result = await send({ friendId });
    if (result.state === 'done') setMade(result.output);
  };
  const problem =
    state === 'checking' || state === 'unknown'
      ? t(`people.invitation.${state}`)
      : error && refusalText(error);
  const listed = (friendsResource.ask(noFilter).value.data?.list ?? []).flatMap(
    ({ inviteCode, link, expiresAt }) => (inviteCode ? [{ inviteCode, link, expiresAt }] : []),
  );
  const bare = me.value.invite ? { inviteCode: me.value.invite } : undefined;
  const newest: OpenInvitation | undefined = made ?? listed[0] ?? bare;
  const { data } = friendsResource.ask(noFilter).value;
  return (
    <>
      <Head title={t('settings.invite')} back={paths.shopCentre.href()} />
      <Page>
        <Await
          of={friendsResource.ask(noFilter)}
          onRetry={() => friendsResource.refetch(noFilter)}
          failed={t('people.invitation.failed')}
          skeleton={<Skeleton cards={2} height="160px" />}
          isEmpty={() => false}
        >
          {({ list, nextCursor }) => (
            <div className="stack cols">
              <div className="stack">
                {newest && <CodeCard open={newest} />}
                {list.length === 0 && !newest && <Steps />}
                {list.length > 0 && (
                  <ItemList title={t('people.invitation.friends')}>
                    {list.map((friend) => (
                      <FriendRow
                        key={friend.id}
                        friend={friend}
                        busy={busy === friend.id}
                        open={listed.find(
                          ({ inviteCode }) =>
                            inviteCode === friend.inviteCode && inviteCode !== newest?.inviteCode,
                        )}
                        onAgain={() => void invite(friend.id)}
                      />
                    ))}
                  </ItemList>
                )}
                {nextCursor && <LoadMore load={() => friendsResource.more(noFilter)} />}
              </div>
              <div className="stack">
                <ScamWarning reportAt={paths.service.href()} />
                <RulesCard />
              </div>
            </div>
          )}
        </Await>
      </Page>
      {data && (
        <Make today={data.today} busy={busy === 'new'} problem={problem} onMake={() => void invite()} />
      )}
    </>
  );
}

interface MakeProps {
  /** Invitations of today, by the shop's clock; a server that knows the specification only counts none. */
  today: Invited['today'] | undefined;
  busy: boolean;
  problem: string | undefined;
  onMake(): void;
}

/** The next invitation, always in reach, with what is left of today's: none is why it cannot be pressed. */
function Make({ today, busy, problem, onMake }: MakeProps) {
  const isUsedUp = today !== undefined && today.used >= today.limit;
  return (
    <Dock label={t('settings.invite')}>
      {problem && (
        <Note tone="warn" role="alert">
          {problem}
        </Note>
      )}
      {today && <Quota today={today} />}
      <Button kind="primary" block icon={UserPlus} busy={busy} waiting={isUsedUp} onClick={onMake}>
        {t('people.invitation.make')}
      </Button>
    </Dock>
  );
}

function Quota({ today: { used, limit, resetsAt } }: { today: Invited['today'] }) {
  const left = tn('people.invitation.left', Math.max(0, limit - used), { limit: number(limit) });
  const at = shopTime(resetsAt);
  return (
    <p className="small muted">
      {labelOf(t('people.invitation.today')) + left} · {t('people.invitation.resets', { at })}
    </p>
  );
}

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
