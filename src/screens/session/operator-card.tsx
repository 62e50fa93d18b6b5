import { operator } from '../../data/operator.ts';
import { t } from '../../lang/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { Note } from '../../ui/note.tsx';

/** Who is legally behind this shop platform. Nothing is drawn while nobody has said so. */
export function OperatorCard() {
  const known = operator.ask().value.data;
  if (!known?.legalName) return null;
  const rows = [
    [t('session.operator'), known.legalName],
    [t('session.licence'), known.licence],
    [t('session.address'), known.address],
    [t('session.complaints'), known.complaint],
  ].filter((row): row is [string, string] => Boolean(row[1]));
  return (
    <Card title={t('session.operator_title')} className="small">
      <dl className="stack tight">
        {rows.map(([name, value]) => (
          <div key={name} className="row between top">
            <dt className="muted">{name}</dt>
            <dd className="end">{value}</dd>
          </div>
        ))}
      </dl>
      {known.licence === 'DEMO' && (
        <Note tone="warn" icon={TriangleAlert}>
          {t('session.operator_demo')}
        </Note>
      )}
    </Card>
  );
}
