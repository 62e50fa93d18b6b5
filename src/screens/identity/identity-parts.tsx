import { type IdentityPart, idTypes } from '../../contract/identity.ts';
import type { Identity } from '../../data/identity.ts';
import { filesFor } from '../../data/uploads.ts';
import { percent } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Code } from '../../ui/amount.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Field } from '../../ui/field.tsx';
import { useForms } from '../../ui/form.tsx';
import { FormField, useTyped, useWrong } from '../../ui/form-field.tsx';
import { FormUpload } from '../../ui/form-upload.tsx';
import { CircleAlert } from '../../ui/icons/circle-alert.ts';
import { Meter } from '../../ui/meter.tsx';
import type { Children } from '../../ui/props.ts';
import { Thumb } from '../../ui/thumb.tsx';
import { usePreview } from '../../ui/use-upload.ts';

interface PartsProps {
  /** None: what was entered is shown once more. */
  parts: readonly IdentityPart[];
  reasons: Identity['reasons'];
  share: number | undefined;
}

export function IdentityParts({ parts, reasons, share }: PartsProps) {
  if (parts.length === 0) return <Entered share={share} />;
  const reasonOf = (part: IdentityPart) => reasons.find(({ field }) => field === part)?.text;
  return (
    <>
      {parts.map((part) => {
        const label = t(`business.identity.part.${part}`);
        const reason = reasonOf(part);
        if (part === 'front' || part === 'back')
          return (
            <FormUpload
              key={part}
              {...filesFor('identity')}
              {...{ name: part, label, error: reason, sent: share }}
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
        return <FormField key={part} {...{ name: part, label, hint }} {...more} />;
      })}
    </>
  );
}

function TypeField({ label, hint }: { label: string; hint: Children }) {
  const { register } = useForms();
  return (
    <Field label={label} hint={hint} error={useWrong('idType')}>
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

/** Photos take a while on a slow line: how far they are is said here, as their own step is out of sight. */
function Sent({ share }: { share: number }) {
  const text = t('form.upload.sending', { share: percent(share) });
  return (
    <div className="stack near">
      <p className="small muted">{text}</p>
      <Meter progress label={t('business.identity.step_photos')} value={share} max={1} text={text} />
    </div>
  );
}

function Entered({ share }: Pick<PartsProps, 'share'>) {
  const [name, type, number] = [useTyped('realName'), useTyped('idType'), useTyped('idNumber')];
  const kind = idTypes.find((one) => one === type);
  return (
    <>
      <Facts
        rows={[
          [t('business.identity.part.realName'), <bdi key="name">{String(name ?? '')}</bdi>],
          [kind ? t(`business.identity.type.${kind}`) : '', <Code key="no">{String(number ?? '')}</Code>],
          [t('business.identity.part.front'), <Photo key="front" name="front" />],
          [t('business.identity.part.back'), <Photo key="back" name="back" />],
        ]}
      />
      {share !== undefined && <Sent share={share} />}
    </>
  );
}

function Photo({ name }: { name: IdentityPart }) {
  return <Thumb src={usePreview(useTyped(name) as File | undefined)} />;
}
