import { hasBack, type IdentityPart, idTypes } from '../../contract/identity.ts';
import type { Identity } from '../../data/identity.ts';
import { fileRulesFor } from '../../data/uploads.ts';
import { t } from '../../lang/index.ts';
import { Code } from '../../ui/amount.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Field } from '../../ui/field.tsx';
import { useForms } from '../../ui/form.tsx';
import { FormField, useFieldError, useFieldValue } from '../../ui/form-field.tsx';
import { FormUpload } from '../../ui/form-upload.tsx';
import { CircleAlert } from '../../ui/icons/circle-alert.ts';
import { Meter } from '../../ui/meter.tsx';
import type { Children } from '../../ui/props.ts';
import { Thumb } from '../../ui/thumb.tsx';
import { sendingText } from '../../ui/upload.tsx';
import { type NamedFile, usePreview } from '../../ui/use-upload.ts';

const labelOf = (part: IdentityPart, paper: unknown) =>
  part === 'front' && !hasBack(paper)
    ? t('business.identity.part.page')
    : t(`business.identity.part.${part}`);

interface PartsProps {
  /** If empty, what was entered is shown for review. */
  parts: readonly IdentityPart[];
  reasons: Identity['reasons'];
  share: number | undefined;
}

export function IdentityParts({ parts, reasons, share }: PartsProps) {
  const paper = useFieldValue('idType');
  if (parts.length === 0) return <Entered share={share} />;
  const reasonOf = (part: IdentityPart) => reasons.find(({ field }) => field === part)?.text;
  return (
    <>
      {parts.map((part) => {
        if (part === 'back' && !hasBack(paper)) return null;
        const label = labelOf(part, paper);
        const reason = reasonOf(part);
        if (part === 'front' || part === 'back')
          return (
            <FormUpload
              key={part}
              {...fileRulesFor('identity')}
              name={part}
              label={label}
              error={reason}
              sent={share}
              hint={t('business.identity.photo_hint')}
            />
          );
        const refused = reason && (
          <span className="error">
            <CircleAlert />
            {reason}
          </span>
        );
        if (part === 'idType') return <TypeField key={part} label={label} hint={refused} />;
        const more =
          part === 'realName'
            ? { dir: 'auto' as const, autocomplete: 'name' }
            : { dir: 'ltr' as const, autocomplete: 'off' };
        const hint = refused || t(`business.identity.hint.${part}`);
        return <FormField key={part} name={part} label={label} hint={hint} {...more} />;
      })}
    </>
  );
}

function TypeField({ label, hint }: { label: string; hint: Children }) {
  const { register } = useForms();
  return (
    <Field label={label} hint={hint} error={useFieldError('idType')}>
      {(aria) => (
        <span className="input">
          <select {...register('idType', { setValueAs: (value) => value || undefined })} {...aria}>
            <option value="">{t('business.choose')}</option>
            {idTypes.map((type) => (
              <option key={type} value={type}>
                {t(`business.identity.type.${type}`)}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  );
}

/** What was entered, and the progress of the photos, as their own step is not visible any more. */
function Entered({ share }: Pick<PartsProps, 'share'>) {
  const [name, type, number] = [
    useFieldValue('realName'),
    useFieldValue('idType'),
    useFieldValue('idNumber'),
  ];
  const kind = idTypes.find((one) => one === type);
  const sent = share !== undefined && sendingText(share);
  return (
    <>
      <DescriptionList
        rows={[
          [t('business.identity.part.realName'), <bdi key="name">{String(name ?? '')}</bdi>],
          [kind ? t(`business.identity.type.${kind}`) : '', <Code key="no">{String(number ?? '')}</Code>],
          [labelOf('front', type), <Photo key="front" name="front" />],
          [t('business.identity.part.back'), hasBack(type) && <Photo key="back" name="back" />],
        ]}
      />
      {sent && (
        <div className="stack near">
          <p className="small muted">{sent}</p>
          <Meter progress label={t('business.identity.step_photos')} value={share} max={1} text={sent} />
        </div>
      )}
    </>
  );
}

function Photo({ name }: { name: IdentityPart }) {
  return <Thumb src={usePreview(useFieldValue(name) as NamedFile | undefined)} />;
}
