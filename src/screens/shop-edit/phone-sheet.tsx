import type { ApiError } from '../../data/api-error.ts';
import { phoneChange, type ShopEdit } from '../../data/shop-edit.ts';
import { t } from '../../lang/i18n.ts';
import { Code } from '../../ui/amount.tsx';
import { Done } from '../../ui/done.tsx';
import { removeDraft } from '../../ui/draft.ts';
import { type PaymentProof, PaySheet } from '../pay/pay-sheet.tsx';
import { confirmTexts } from './confirm-texts.ts';

interface PhoneSheetProps {
  values: Pick<ShopEdit, 'phone'>;
  handlesError: (error: ApiError) => boolean;
  close: () => void;
  onSaved: () => void;
}

/** Saves a new phone, with the payment password. */
export function PhoneSheet({ values: { phone }, handlesError, close, onSaved }: PhoneSheetProps) {
  const spec = {
    command: phoneChange,
    input: ({ payPassword }: PaymentProof) => ({ phone, payPassword }),
    handlesError,
  };
  const view = {
    texts: confirmTexts({
      title: t('business.shop.new_phone'),
      done: t('business.shop.phone'),
      button: () => t('business.shop.save'),
      obsolete: t('error.203'),
    }),
    about: <Code>{phone}</Code>,
    receipt: () => {
      // Kept by the form below until here, so that a refused password loses nothing.
      removeDraft('shop-edit.phone');
      return <Done text={t('business.shop.saved')} onDone={onSaved} />;
    },
  };
  return <PaySheet spec={spec} view={view} onClose={close} />;
}
