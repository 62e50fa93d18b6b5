import { useState } from 'react';
import type { ApiError } from '../../data/api-error.ts';
import { type Level, upgradeQuote } from '../../data/levels.ts';
import { has } from '../../data/session.ts';
import { gap } from '../../lang/compose.ts';
import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CircleAlert } from '../../ui/icons/circle-alert.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { lazySheet } from '../../ui/lazy-sheet.tsx';
import { Note } from '../../ui/note.tsx';
import { Tick } from '../../ui/tick.tsx';
import { problemText } from '../command/use-command.ts';

const UpgradeSheet = lazySheet(() => import('./upgrade-sheet.tsx'), { texts: ['pay'] });

/** Where to meet a missing requirement of a level. */
const ways = { identity: paths.identity, first_withdrawal: paths.withdraw };
const wayTo = (code: string | undefined) => ways[code as keyof typeof ways]?.href();

interface LevelProps {
  level: Level;
  currency: string | undefined;
}

/**
 * A level that the shop could have: its requirements, met or not, each with the way there; the move where nothing is in
 * its way. After the upgrade only the receipt stays.
 */
export function LevelCard({ level, currency, isCurrent }: LevelProps & { isCurrent: boolean }) {
  const [open, setOpen] = useState(false);
  const { name, authorisation, requirementStates } = level;
  const isBarred = requirementStates?.some(({ code, isMet }) => !isMet && wayTo(code));
  return (
    <>
      {!isCurrent && (
        <section className="stack tight">
          <ItemList
            title={name}
            aside={authorisation === 'missing' && <Badge tone="calm">{t('business.upgrade.withheld')}</Badge>}
          >
            <Requirements level={level} currency={currency} />
          </ItemList>
          {authorisation !== 'missing' && !isBarred && <Move level={level} onMove={() => setOpen(true)} />}
        </section>
      )}
      {open && <UpgradeSheet level={level} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The requirements with what the shop has of them; the sentences of a server that sends only these. */
function Requirements({ level, currency }: LevelProps) {
  const { requirements = [], requirementStates, refundRule } = level;
  if (requirements.length === 0) return <Item title={refundRule} />;
  if (!requirementStates) return requirements.map((text) => <Item key={text} title={text} />);
  return requirementStates.map(({ code, needed, isMet }) => {
    const way = isMet ? undefined : wayTo(code);
    return (
      <Item
        key={code}
        media={
          <span data-tone="good">
            <Tick isDone={isMet} />
          </span>
        }
        title={t(`business.upgrade.requirement.${code}`, { needed: inline(money(needed, currency)) }) || code}
        note={way && t(`business.upgrade.${code as keyof typeof ways}`)}
        href={way}
        next={Boolean(way)}
      />
    );
  });
}

/** Asks for the price first: the refusal of a server says what is missing, and leads there. */
function Move({ level: { id, name }, onMove }: { level: Level; onMove: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<ApiError>();
  const move = async () => {
    if (!has('quote')) return onMove();
    setError(undefined);
    setAsking(true);
    await upgradeQuote.refetch(id);
    setAsking(false);
    const { error } = upgradeQuote.peek(id);
    if (error) setError(error);
    else onMove();
  };
  const reason = error?.data.reason;
  const way = wayTo(reason);
  return (
    <>
      {error && (
        <Note tone="bad" icon={CircleAlert} role="alert">
          {way ? (
            <a href={way}>{t(`business.upgrade.${reason as keyof typeof ways}`)}</a>
          ) : (
            problemText(error)
          )}
          {gap()}
          {t('safety.nothing_paid')}
        </Note>
      )}
      <Button kind="soft" busy={isAsking} onClick={() => void move()}>
        {t('business.upgrade.move_to', { level: name })}
      </Button>
    </>
  );
}
