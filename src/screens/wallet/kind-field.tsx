import { type FlowKind, flowKinds } from '../../contract/flow.ts';
import { t } from '../../lang/i18n.ts';

interface Props {
  value: FlowKind | undefined;
  onPick: (value: FlowKind | undefined) => void;
}

/** Rows of one kind, or of all. */
export function KindField({ value, onPick }: Props) {
  return (
    <label>
      <span className="sr">{t('flow.kind')}</span>
      <span className="input">
        <select
          value={value ?? ''}
          onChange={(event) => onPick(flowKinds.find((kind) => kind === event.currentTarget.value))}
        >
          <option value="">{t('flow.kind_any')}</option>
          {flowKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`flow.kind_${kind}`)}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
}
