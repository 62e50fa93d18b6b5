import { type CSSProperties, useState } from 'react';
import { shopTypedInput } from '../../contract/shop.ts';
import { ApiError } from '../../data/api-error.ts';
import { phoneChange, type Shop, type ShopEdit, sendLogo, shopEdit } from '../../data/shop.ts';
import { toast } from '../../data/toast.ts';
import { fileRulesFor } from '../../data/uploads.ts';
import { percent, t } from '../../lang/index.ts';
import { Code } from '../../ui/amount.tsx';
import { Done } from '../../ui/done.tsx';
import { Field } from '../../ui/field.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { Upload } from '../../ui/upload.tsx';
import { useConfirmSheet } from '../../ui/use-confirm-sheet.ts';
import { usePreview } from '../../ui/use-upload.ts';
import { outputOf } from '../command/form-output.ts';
import { useCommand } from '../command/use-command.ts';
import { PaySheet } from '../pay/pay-sheet.tsx';
import type { Payment, Quote } from '../pay/payment.ts';
import { cropLogo, type LogoChoice } from './crop.ts';
import { shopTexts } from './shop-texts.ts';

/** What is changed at once: the logo goes with the name. */
export type ShopPart = 'name' | 'address' | 'phone';
type Typed = Pick<ShopEdit, ShopPart>;

/** Returns only what differs from the saved shop, of which the phone is not known. */
const changeOf = (typed: Typed, saved: Typed): ShopEdit =>
  Object.fromEntries(
    Object.entries(typed).filter(([part, value]) => value && value.trim() !== saved[part as ShopPart]),
  );

interface Props {
  data: Shop;
  part: ShopPart;
  onClose: () => void;
}

/** Changes one fact of the shop; the phone, to which codes are sent, with the payment password. */
export default function ShopForm({ data, part, onClose }: Props) {
  const [logo, setLogo] = useState<LogoChoice>();
  const [share, setShare] = useState<number>();
  const { state, send } = useCommand(shopEdit);
  const restored = part === 'phone' && phoneChange.isPending() ? {} : undefined;
  const draft = `shop-edit.${part}`;
  const { formKey, sheet, open, refused } = useConfirmSheet<Typed>(draft, restored);
  const saved: Typed = data;

  const save = async (typed: Typed) => {
    const change = changeOf(typed, saved);
    if (!logo && Object.keys(change).length === 0) throw new ApiError(0, t('form.unchanged'));
    if (change.phone) return open(change);
    if (logo) {
      // An uploaded logo is not sent a second time when only the rest was refused.
      const logoFileId =
        logo.fileId ?? (await sendLogo(await cropLogo(logo), setShare).finally(() => setShare(undefined)));
      setLogo({ ...logo, fileId: logoFileId });
      change.logoFileId = logoFileId;
    }
    outputOf(await send(change));
    toast(() => t('business.shop.saved'), 'good');
    onClose();
  };

  return (
    <>
      <Sheet title={t('business.shop.edit')} onClose={onClose}>
        <Form
          key={formKey}
          schema={shopTypedInput}
          defaults={{ [part]: saved[part] || undefined }}
          draftKey={draft}
          onSubmit={save}
          refused={refused}
        >
          {part === 'name' && (
            <>
              <LogoField now={data.logo} value={logo} onLogo={setLogo} share={share} />
              <FormField name="name" label={t('business.shop.name')} autocomplete="organization" dir="auto" />
            </>
          )}
          {part === 'address' && (
            <FormField
              name="address"
              label={t('business.shop.address')}
              autocomplete="street-address"
              dir="auto"
            />
          )}
          {part === 'phone' && (
            <FormField
              name="phone"
              label={t('business.shop.new_phone')}
              hint={t('business.shop.phone_text')}
              autocomplete="tel"
              inputmode="tel"
              dir="ltr"
            />
          )}
          <p className="small muted">{t('business.shop.logged')}</p>
          {state === 'checking' && <Note role="status">{t('business.checking')}</Note>}
          <div className="foot stack">
            <FormButton>{t('business.shop.save')}</FormButton>
          </div>
        </Form>
      </Sheet>
      {sheet && <PhoneSheet {...sheet} onSaved={onClose} />}
    </>
  );
}

interface PhoneSheetProps {
  values: Typed;
  handlesError: (error: ApiError) => boolean;
  close: () => void;
  finish: () => void;
  onSaved: () => void;
}

/** Saves a new phone, with the payment password. */
function PhoneSheet({ values: { phone }, handlesError, close, finish, onSaved }: PhoneSheetProps) {
  const payment: Payment<Quote, ShopEdit, unknown> = {
    command: phoneChange,
    input: ({ payPassword }) => ({ phone, payPassword }),
    handlesError,
    texts: shopTexts({
      title: t('business.shop.new_phone'),
      done: t('business.shop.phone'),
      button: () => t('business.shop.save'),
      obsolete: t('error.203'),
    }),
    about: <Code>{phone}</Code>,
    // Kept by the form below until here, so that a refused password loses nothing.
    onPaid: finish,
    receipt: () => <Done text={t('business.shop.saved')} onDone={onSaved} />,
  };
  return <PaySheet payment={payment} onClose={close} />;
}

interface LogoProps {
  /** The current logo. */
  now: string | undefined;
  value: LogoChoice | undefined;
  onLogo: (choice: LogoChoice | undefined) => void;
  share: number | undefined;
}

/** A new logo: the picture, and its visible square. A slider moves the square; nothing is dragged. */
function LogoField({ now, value, onLogo, share }: LogoProps) {
  const url = usePreview(value?.file);
  const style = { '--size': '96px', objectPosition: `${value?.at}% ${value?.at}%` } as CSSProperties;
  return (
    <>
      <div className="row">
        {value && url ? (
          <img className="thumb" src={url} alt={t('business.shop.logo_preview')} style={style} />
        ) : (
          <Thumb src={now} size={64} />
        )}
        <div className="grow">
          {value ? (
            <Field label={t('business.shop.crop')}>
              {(aria) => (
                <input
                  {...aria}
                  type="range"
                  style={{ inlineSize: '100%', minBlockSize: '44px' }}
                  value={value.at}
                  aria-valuetext={percent(value.at / 100)}
                  onInput={(event) => onLogo({ file: value.file, at: Number(event.currentTarget.value) })}
                />
              )}
            </Field>
          ) : (
            <p className="muted">{t('business.shop.logo_now')}</p>
          )}
        </div>
      </div>
      <Upload
        {...fileRulesFor('logo')}
        label={t('business.shop.logo')}
        hint={t('business.shop.logo_hint')}
        value={value}
        sent={share}
        onFile={(chosen) => onLogo(chosen?.file instanceof File ? { file: chosen.file, at: 50 } : undefined)}
      />
    </>
  );
}
