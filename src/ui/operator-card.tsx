import type { Output } from '../contract/calls.ts';
import { t } from '../lang/i18n.ts';
import { Card } from './card.tsx';
import { DescriptionList } from './description-list.tsx';
import { TriangleAlert } from './icons/triangle-alert.ts';
import { Note } from './note.tsx';

/**
 * The legal operator of this shop platform; nothing is drawn while none is configured.
 * `<OperatorCard of={operator.ask().value.data} />`
 */
export function OperatorCard({ of: known }: { of: Partial<Output<'GET /v1/operator'>> | undefined }) {
  if (!known?.legalName) return null;
  return (
    <Card title={t('session.operator_title')} className="small">
      <DescriptionList
        rows={[
          [t('session.operator'), known.legalName],
          [t('session.licence'), known.licence],
          [t('session.address'), known.address],
          [t('session.complaints'), known.complaint],
        ]}
      />
      {known.licence === 'DEMO' && (
        <Note tone="warn" icon={TriangleAlert}>
          {t('session.operator_demo')}
        </Note>
      )}
    </Card>
  );
}
