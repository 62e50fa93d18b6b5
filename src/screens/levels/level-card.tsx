import { useState } from 'react';
import type { ApiError } from '../../data/api-error.ts';
import { type Level, upgradeQuote } from '../../data/levels.ts';
import { has } from '../../data/session.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CircleAlert } from '../../ui/icons/circle-alert.ts';
import { lazySheet } from '../../ui/lazy-sheet.tsx';
import { Note } from '../../ui/note.tsx';
import { problemText } from '../command/use-command.ts';

const UpgradeSheet = lazySheet(() => import('./upgrade-sheet.tsx'), { texts: ['pay'] });

/** Where to meet a missing requirement of a level. */
const ways = { identity: paths.identity, first_withdrawal: paths.withdraw };

/** A level that the shop could have: its requirements and the way there. After the upgrade only the receipt stays. */
export function LevelCard({ level, isCurrent }: { level: Level; isCurrent: boolean }) {
  const [open, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<ApiError>();
  const { id, name, requirements = [], authorisation } = level;
  const move = async () => {
    if (!has('quote')) return setOpen(true);
    setError(undefined);
    setAsking(true);
    await upgradeQuote.refetch(id);
    setAsking(false);
    const { error } = upgradeQuote.peek(id);
    if (error) setError(error);
    else setOpen(true);
  };
  const problem = error && problemText(error);
  const reason = error?.data.reason;
  const way = ways[reason as keyof typeof ways];
  const card = (
    <Card
      title={name}
      className="tight"
      aside={
        (authorisation === 'missing' && <Badge tone="calm">{t('business.upgrade.withheld')}</Badge>) ||
        (authorisation === 'stored' && <Badge>{t('business.upgrade.authorised')}</Badge>)
      }
    >
      {requirements.length > 0 && (
        <>
          <p className="small muted">{t('business.upgrade.needs')}</p>
          <ul className="stack near small" style={{ listStyle: 'disc', paddingInlineStart: '18px' }}>
            {requirements.map((text) => (
              <li key={text} style={{ display: 'list-item' }}>
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
      {problem && (
        <Note tone="bad" icon={CircleAlert} role="alert">
          {way ? t(`business.upgrade.${reason as keyof typeof ways}`) : problem} {t('safety.nothing_paid')}
        </Note>
      )}
      {way && (
        <LinkButton kind="soft" href={way.href()}>
          {t(reason === 'identity' ? 'business.identity.title' : 'wallet.withdraw')}
        </LinkButton>
      )}
      {authorisation !== 'missing' && (
        <Button busy={isAsking} onClick={() => void move()}>
          {t('business.upgrade.move_to', { level: name })}
        </Button>
      )}
    </Card>
  );
  return (
    <>
      {!isCurrent && card}
      {open && <UpgradeSheet level={level} onClose={() => setOpen(false)} />}
    </>
  );
}
