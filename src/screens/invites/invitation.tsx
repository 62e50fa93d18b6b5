import { useRef, useState } from 'react';
import { asApiError } from '../../data/api-error.ts';
import { friends, type Invited, invite } from '../../data/invites.ts';
import { me } from '../../data/session.ts';
import { errorText, t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Card } from '../../ui/card.tsx';
import { Head } from '../../ui/head.tsx';
import { More } from '../../ui/more.tsx';
import { Note } from '../../ui/note.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CodeCard } from './code-card.tsx';
import { FriendRow } from './friend-row.tsx';
import { RulesCard } from './rules-card.tsx';
import { TodayCard } from './today-card.tsx';

const all = {};

/** Inviting friends: what is left of today, the code to hand on, by which rules, and what became of whom. */
export default function Invitation() {
  const [made, setMade] = useState<Invited>();
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState('');
  const running = useRef(false);
  const ask = async (friendId?: string) => {
    if (running.current) return;
    running.current = true;
    setBusy(friendId ?? 'new');
    setProblem('');
    try {
      const outcome = await invite(friendId, () => setProblem(t('people.invitation.checking')));
      setProblem('');
      if (outcome.state === 'done') setMade(outcome.output);
      else if (outcome.state === 'unknown') setProblem(t('people.invitation.unknown'));
      else setProblem(errorText({ code: 'network' }));
    } catch (thrown) {
      const error = asApiError(thrown);
      const isFull = error.data.reason === 'too_many_open';
      setProblem(isFull ? t('people.invitation.too_many', error.params) : errorText(error));
    }
    running.current = false;
    setBusy(undefined);
  };
  const code = made?.inviteCode || me.value.invite;
  return (
    <>
      <Head title={t('shop.invite')} back={paths.shopCentre.href()} />
      <Page>
        <Await
          of={friends.ask(all)}
          onRetry={() => friends.refresh(all)}
          failed={t('people.invitation.failed')}
          skeleton={<Skeleton cards={2} height="160px" />}
          isEmpty={() => false}
        >
          {({ list, today, nextCursor }) => (
            <div className="stack cols">
              <div className="stack">
                <TodayCard today={today} busy={busy === 'new'} onInvite={() => void ask()}>
                  {problem && (
                    <Note tone="warn" role="alert">
                      {problem}
                    </Note>
                  )}
                </TodayCard>
                {code && <CodeCard code={code} made={made} />}
              </div>
              <div className="stack">
                <RulesCard />
                <Card title={t('people.invitation.friends')}>
                  {list.length === 0 ? (
                    <p className="muted">{t('people.invitation.nobody')}</p>
                  ) : (
                    <ul className="list">
                      {list.map((friend) => (
                        <FriendRow
                          key={friend.id}
                          friend={friend}
                          busy={busy === friend.id}
                          onAgain={() => void ask(friend.id)}
                        />
                      ))}
                    </ul>
                  )}
                  {nextCursor && <More more={() => friends.more(all)} />}
                </Card>
              </div>
            </div>
          )}
        </Await>
      </Page>
    </>
  );
}
