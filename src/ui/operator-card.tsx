import type { Output } from '../contract/calls.ts';
import { t } from '../lang/index.ts';
import { useHeading } from './chrome.ts';
import { DescriptionList } from './description-list.tsx';
import { TriangleAlert } from './icons/triangle-alert.ts';
import { Note } from './note.tsx';

/**
 * The legal operator of this shop platform by name; licence, address and complaints are one press away. Nothing is drawn
 * while none is configured.
 * `<OperatorCard of={operatorResource.ask().value.data} />`
 */
export function OperatorCard({ of: known }: { of: Partial<Output<'GET /v1/operator'>> | undefined }) {
  const Title = useHeading(2);
  if (!known?.legalName) return null;
  return (
    <details className="card small">
      <summary>
        <span>
          <Title className="label">{t('session.operator_title')}</Title>
          <bdi>{known.legalName}</bdi>
        </span>
      </summary>
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
    </details>
  );
}
