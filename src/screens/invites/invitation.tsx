import { useState } from 'react';
import type { ApiError } from '../../data/api-error.ts';
import { article } from '../../data/help.ts';
import { openable } from '../../data/host.ts';
import { friends, type Invited, invitation } from '../../data/invites.ts';
import { me } from '../../data/session.ts';
import { gap } from '../../lang/compose.ts';
import { date, number, time, zoneName } from '../../lang/format.ts';
import { errorText, t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { ArticleBlocks } from '../../ui/article-blocks.tsx';
import { Await } from '../../ui/await.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Head } from '../../ui/head.tsx';
import { UserPlus } from '../../ui/icons/user-plus.ts';
import { ItemList } from '../../ui/item-list.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Note } from '../../ui/note.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import { ScamWarning } from '../../ui/scam-warning.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { alreadyShown, isUnknown, useCommand } from '../command/use-command.ts';
import { CodeCard, type OpenInvitation } from './code-card.tsx';
import { FriendRow } from './friend-row.tsx';

const rules = 'invitations';

/** The server's rules, with the figures in force and the date of this version. */
function RulesCard() {
  const { data } = article.ask(rules).value;
  if (!data) return null;
  return (
    <Card title={t('people.invitation.rules')}>
      <div className="stack tight small">
        <ArticleBlocks blocks={data.blocks} openable={openable} />
      </div>
      <p className="small muted">
        {data.updatedAt && t('people.invitation.version', { at: date(data.updatedAt) })}
        {gap()}
        <a href={paths.qaDetail.href({ id: rules })}>{t('people.invitation.rules_link')}</a>
      </p>
    </Card>
  );
}

const noFilter = {};

function refusalText(error: ApiError): string {
  if (isUnknown(error)) return t('people.invitation.unknown');
  return error.data.reason === 'too_many_open'
    ? t('people.invitation.too_many', error.params)
    : errorText(error);
}

/** Invites friends: what is left today, the code to share, the state of each invitation, and the rules. */
export default function Invitation() {
  const [made, setMade] = useState<Invited>();
  const [asked, setAsked] = useState('');
  const { state, error, isBusy, send } = useCommand(invitation);
  const busy = isBusy ? asked : undefined;
  const ask = async (friendId?: string) => {
    if (isBusy) return;
    setAsked(friendId ?? 'new');
    setMade(await send({ friendId }));
  };
  const invite = (friendId?: string) => void ask(friendId).catch(alreadyShown);
  const problem = state === 'checking' ? t('people.invitation.checking') : error && refusalText(error);
  const listed = (friends.ask(noFilter).value.data?.list ?? []).flatMap(({ inviteCode, link, expiresAt }) =>
    inviteCode ? [{ inviteCode, link, expiresAt }] : [],
  );
  const bare = me.value.invite ? { inviteCode: me.value.invite } : undefined;
  const newest: OpenInvitation | undefined = made ?? listed[0] ?? bare;
  const { data } = friends.ask(noFilter).value;
  return (
    <>
      <Head title={t('shop.invite')} back={paths.shopCentre.href()} />
      <Page>
        <Await
          of={friends.ask(noFilter)}
          onRetry={() => friends.refetch(noFilter)}
          failed={t('people.invitation.failed')}
          skeleton={<Skeleton cards={2} height="160px" />}
          isEmpty={() => false}
        >
          {({ list, today, nextCursor }) => (
            <div className="stack cols">
              <div className="stack">
                {today && <Left today={today} />}
                {newest && <CodeCard open={newest} />}
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
                        onAgain={() => invite(friend.id)}
                      />
                    ))}
                  </ItemList>
                )}
                {nextCursor && <LoadMore load={() => friends.more(noFilter)} />}
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
        <Make
          isUsedUp={data.today !== undefined && data.today.used >= data.today.limit}
          busy={busy === 'new'}
          problem={problem}
          onMake={() => invite()}
        />
      )}
    </>
  );
}

/** What is left of today's invitations, by the shop's clock. */
function Left({ today: { used, limit, resetsAt } }: { today: Invited['today'] }) {
  const at = `${time(resetsAt)} ${zoneName(resetsAt)}`;
  return (
    <div>
      <p className="small muted">{t('people.invitation.today')}</p>
      <p className="big">
        {t('people.invitation.left', { left: number(Math.max(0, limit - used)), limit: number(limit) })}
      </p>
      <p className="small muted">{t('people.invitation.resets', { at })}</p>
    </div>
  );
}

interface MakeProps {
  isUsedUp: boolean;
  busy: boolean;
  problem: string | undefined;
  onMake(): void;
}

/** The next invitation, always in reach, with why there is none. */
function Make({ isUsedUp, busy, problem, onMake }: MakeProps) {
  return (
    <Dock label={t('shop.invite')}>
      {problem && (
        <Note tone="warn" role="alert">
          {problem}
        </Note>
      )}
      {isUsedUp && <p className="small muted">{t('people.invitation.used_up')}</p>}
      <Button kind="primary" block icon={UserPlus} busy={busy} waiting={isUsedUp} onClick={onMake}>
        {t('people.invitation.make')}
      </Button>
    </Dock>
  );
}
