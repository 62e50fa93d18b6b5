import { useMemo } from 'react';
import { partial } from 'valibot';
import { accountFields } from '../../contract/account.ts';
import { type Account, accountEdit } from '../../data/accounts.ts';
import { t } from '../../lang/index.ts';
import { AccountName } from '../../ui/account-name.tsx';
import { Card } from '../../ui/card.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import type { Children } from '../../ui/props.ts';
import { useConfirmSheet } from '../../ui/use-confirm-sheet.ts';
import { AccountFields, endsOf, type FieldName, fieldsOf, type Typed } from './account-fields.tsx';
import { SaveSheet } from './save-sheet.tsx';

/** Returns the former value of a field, as far as it is shown. */
const before = (account: Account, name: FieldName) =>
  (name in account ? account[name as keyof Account] : undefined) as string | null | undefined;

/** Returns the changed fields only; a field that may be empty is cleared by ''. */
function changesOf(account: Account, typed: Typed): Typed {
  const changes = fieldsOf[account.type].flatMap((name): [FieldName, string][] => {
    const was = before(account, name) ?? '';
    const now = typed[name]?.trim() ?? (name === 'branchNo' || name === 'note' ? '' : was);
    return now === was ? [] : [[name, now]];
  });
  return Object.fromEntries(changes);
}

interface AccountEditProps {
  account: Account;
  notice: Children;
}

/** Edits an account, which is locked while a withdrawal to it is under way. */
export function AccountEdit({ account, notice }: AccountEditProps) {
  const saving = useMemo(() => accountEdit(account.id), [account.id]);
  const draft = `account-${account.id}`;
  const restored = saving.isPending() ? {} : undefined;
  const { formKey, sheet, open, refused } = useConfirmSheet<Typed>(draft, restored);
  if (account.inUse)
    return (
      <Page narrow>
        <div className="stack">
          {notice}
          <Note tone="warn">{t('accounts.bank.in_use')}</Note>
        </div>
      </Page>
    );
  const known = fieldsOf[account.type].flatMap((name) => {
    const was = before(account, name);
    return was ? [[name, was] as const] : [];
  });
  const submit = (typed: Typed) => {
    const changes = changesOf(account, typed);
    if (Object.keys(changes).length === 0) throw { code: 'unchanged', message: t('form.unchanged') };
    return open(changes);
  };
  return (
    <>
      <Form
        key={formKey}
        schema={partial(accountFields[account.type])}
        defaults={Object.fromEntries(known)}
        draftKey={draft}
        onSubmit={submit}
        refused={refused}
        shape="frame"
      >
        <Page narrow>
          <div className="stack">
            {notice}
            <Card>
              <p>
                <AccountName account={account} />
              </p>
              <AccountFields type={account.type} known={account} />
            </Card>
          </div>
        </Page>
        <Dock>
          <FormButton block>{t('accounts.next')}</FormButton>
        </Dock>
      </Form>
      {sheet && (
        <SaveSheet
          {...sheet}
          saving={saving}
          input={(payPassword) => ({ id: account.id, ...sheet.values, payPassword })}
          name={account.bankName ?? t(`accounts.type.${account.type}`)}
          ends={endsOf({ ...sheet.values }) || `•••• ${account.last4}`}
          waits={Object.keys(sheet.values).some((name) => name !== 'note')}
        />
      )}
    </>
  );
}
