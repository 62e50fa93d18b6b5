import { t } from '../../lang/i18n.ts';
import { Card } from '../../ui/card.tsx';

const said = ['purpose', 'who', 'kept'] as const;

/** What the papers are for, who sees them and how long they stay: said before anything is sent. */
export function IdentityUse() {
  return (
    <Card title={t('business.identity.use')} className="tight">
      <dl className="list">
        {said.map((name) => (
          <div key={name}>
            <dt>
              <strong>{t(`business.identity.use_${name}`)}</strong>
            </dt>
            <dd className="muted">{t(`business.identity.use_${name}_text`)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
