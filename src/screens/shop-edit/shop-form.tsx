import { useState } from 'react';
import { shopTypedInput } from '../../contract/shop.ts';
import { ApiError } from '../../data/api-error.ts';
import type { Shop } from '../../data/shop.ts';
import { type ShopEdit, sendLogo, shopEdit } from '../../data/shop-edit.ts';
import { toast } from '../../data/toast.ts';
import { t } from '../../lang/i18n.ts';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { outputOf, useCommand } from '../command/use-command.ts';
import { cropLogo, type LogoChoice } from './crop.ts';
import { LogoField } from './logo-field.tsx';

/** Returns only what differs from the saved shop. */
const changeOf = (typed: ShopEdit, stands: Shop): ShopEdit => ({
  ...(typed.name && typed.name.trim() !== stands.name && { name: typed.name }),
  ...(typed.address && typed.address.trim() !== stands.address && { address: typed.address }),
  ...(typed.phone && { phone: typed.phone }),
});

/** What is changed at once: the logo goes with the name. */
export type ShopPart = 'name' | 'address' | 'phone';

interface Props {
  data: Shop;
  part: ShopPart;
  onClose: () => void;
}

/** Changes one fact of the shop. */
export default function ShopForm({ data, part, onClose }: Props) {
  const [logo, setLogo] = useState<LogoChoice>();
  const [share, setShare] = useState<number>();
  const { state, send } = useCommand(shopEdit);
  const { name, address, phoneMasked } = data;

  const save = async (typed: ShopEdit) => {
    const change = changeOf(typed, data);
    if (!logo && Object.keys(change).length === 0) throw new ApiError(0, t('form.unchanged'));
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
    <Sheet title={t('business.shop.edit')} onClose={onClose}>
      <Form
        schema={shopTypedInput}
        defaults={{
          ...(part === 'name' && name && { name }),
          ...(part === 'address' && address && { address }),
        }}
        draftKey={`shop-edit.${part}`}
        onSubmit={save}
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
            hint={phoneMasked && t('business.shop.phone_hint')}
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
  );
}
