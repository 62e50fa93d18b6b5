import type { Invited } from '../../data/invites.ts';
import { number, time, zoneName } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { UserPlus } from '../../ui/icons/user-plus.ts';
import { Meter } from '../../ui/meter.tsx';
import type { Children } from '../../ui/props.ts';

interface Props {
  today: Invited['today'] | undefined;
  busy: boolean;
  onInvite(): void;
  children: Children;
}

/** The used part of today's invitations, and the next one. */
export function TodayCard({ today, busy, onInvite, children }: Props) {
  const isUsedUp = today !== undefined && today.used >= today.limit;
  return (
    <Card title={t('people.invitation.today')}>
      {today && <Used today={today} />}
      {children}
      <Button kind="primary" block icon={UserPlus} busy={busy} waiting={isUsedUp} onClick={onInvite}>
        {t('people.invitation.make')}
      </Button>
      {isUsedUp && <p className="small muted">{t('people.invitation.used_up')}</p>}
    </Card>
  );
}

function Used({ today: { used, limit, resetsAt } }: { today: Invited['today'] }) {
  const text = t('people.invitation.used', { used: number(used), limit: number(limit) });
  return (
    <div className="stack tight">
      <p className="row between">
        <strong>{text}</strong>
        <span className="small muted">
          {t('people.invitation.resets', { at: `${time(resetsAt)} ${zoneName(resetsAt)}` })}
        </span>
      </p>
      <Meter label={t('people.invitation.today')} value={used} max={limit} text={text} />
    </div>
  );
}
