import { useLocation } from 'preact-iso/router';
import { accountTypes } from '../../contract/account.ts';
import { accountFields } from '../../contract/account-fields.ts';
import type { Input } from '../../contract/calls.ts';
import { accountAdd } from '../../data/accounts.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { useConfirmSheet } from '../../ui/use-confirm-sheet.ts';
import { AccountFields, type AccountType, endsOf, type Typed } from './account-fields.tsx';
import { SaveSheet } from './save-sheet.tsx';

type Added = Input<'POST /v1/user/bank/add'>;

/** A new account: its type first, then what that type needs, then the payment password. */
export function AccountAdd() {
  const { query, route } = useLocation();
  const type = accountTypes.find((one) => one === query.type);
  return (
    <Card>
      <RadioGroup<AccountType>
        label={t('accounts.bank.type')}
        items={accountTypes.map((value) => ({
          value,
          label: t(`accounts.type.${value}`),
          note: t(`accounts.type_note.${value}`),
        }))}
        value={type}
        onPick={(value) => route(paths.bankEdit.href({ type: value }), true)}
      />
      {type && <AccountForm key={type} type={type} />}
    </Card>
  );
}

function AccountForm({ type }: { type: AccountType }) {
  const { sheet, open, refused } = useConfirmSheet<Typed>(accountAdd.isPending() ? {} : undefined);
  const draft = `account-${type}`;
  return (
    <>
      <Form schema={accountFields[type]} draftKey={draft} onSubmit={open} refused={refused}>
        <AccountFields type={type} />
        <FormButton block>{t('accounts.next')}</FormButton>
      </Form>
      {sheet && (
        <SaveSheet
          {...sheet}
          saving={accountAdd}
          input={(payPassword) => ({ type, ...sheet.values, payPassword }) as Added}
          draft={draft}
          name={t(`accounts.type.${type}`)}
          ends={endsOf(sheet.values)}
          waits
        />
      )}
    </>
  );
}
