import { useState } from 'react';
import { type Level, upgradeQuote } from '../../data/levels.ts';
import { has } from '../../data/session.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CircleAlert } from '../../ui/icons/circle-alert.ts';
import { Note } from '../../ui/note.tsx';
import { laterWithWords } from '../pay/later-with-words.ts';
import { useAct } from '../pay/use-act.ts';

const UpgradeSheet = laterWithWords(() => import('./upgrade-sheet.tsx'));

/** What stands between a shop and a level has a way to it. */
const ways = { identity: paths.identity, first_withdrawal: paths.withdraw };

/** A level that the shop could have: what it asks for, and the way there. Once it is taken, its receipt alone stays. */
export function LevelCard({ level, isCurrent }: { level: Level; isCurrent: boolean }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState<string>();
  const { id, name, requirements = [], authorisation } = level;
  const { act, busy, problem } = useAct(async () => {
    setReason(undefined);
    if (has('quote')) {
      await upgradeQuote.refresh(id);
      const { error } = upgradeQuote.peek(id);
      setReason(error?.data.reason);
      if (error) throw error;
    }
    setOpen(true);
  });
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
          {way ? t(`business.upgrade.${reason as keyof typeof ways}`) : problem} {t('quote.nothing_paid')}
        </Note>
      )}
      {way && (
        <LinkButton kind="soft" href={way.href()}>
          {t(reason === 'identity' ? 'business.identity.title' : 'wallet.withdraw')}
        </LinkButton>
      )}
      {authorisation !== 'missing' && (
        <Button busy={busy} onClick={act}>
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
