import { useLocation } from 'preact-iso/router';
import { accountFields, accountTypes } from '../../contract/account.ts';
import type { Input } from '../../contract/calls.ts';
import { accountAdd } from '../../data/accounts.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { Landmark } from '../../ui/icons/landmark.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import type { Children } from '../../ui/props.ts';
import { useConfirmSheet } from '../../ui/use-confirm-sheet.ts';
import { AccountFields, type AccountType, endsOf, type Typed } from './account-fields.tsx';
import { SaveSheet, waitText } from './save-sheet.tsx';

type Added = Input<'POST /v1/user/bank/add'>;

/** A new account: its type first, then what that type needs, then the payment password. */
export function AccountAdd({ notice }: { notice: Children }) {
  const { query } = useLocation();
  const type = accountTypes.find((one) => one === query.type);
  return type ? (
    <AccountForm key={type} type={type} notice={notice} />
  ) : (
    <Page narrow>
      <div className="stack">
        {notice}
        <AccountTypes />
      </div>
    </Page>
  );
}

/** The types, each of which leads to its fields, and from when on a new account can be used. */
function AccountTypes() {
  return (
    <div className="stack">
      <ItemList title={t('accounts.bank.type')}>
        {accountTypes.map((value) => {
          return (
            <Item
              key={value}
              media={<IconTile>{value === 'bank_card' ? <Landmark /> : coins[value]}</IconTile>}
              title={t(`accounts.type.${value}`)}
              note={t(`accounts.type_note.${value}`)}
              href={paths.bankEdit.href({ type: value })}
              next
            />
          );
        })}
      </ItemList>
      <p className="small muted">{waitText()}</p>
    </div>
  );
}

/** The coin of each network, as merchants know it from their wallets. */
const coins = { etc_usdt: 'ETC', trx_usdt: 'TRX' };

interface AccountFormProps {
  type: AccountType;
  notice: Children;
}

function AccountForm({ type, notice }: AccountFormProps) {
  const draft = `account-${type}`;
  const restored = accountAdd.isPending() ? {} : undefined;
  const { formKey, sheet, open, refused } = useConfirmSheet<Typed>(draft, restored);
  return (
    <>
      <Form
        key={formKey}
        schema={accountFields[type]}
        draftKey={draft}
        onSubmit={open}
        refused={refused}
        shape="frame"
      >
        <Page narrow>
          <div className="stack">
            {notice}
            <Card title={t(`accounts.type.${type}`)}>
              <AccountFields type={type} />
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
          saving={accountAdd}
          input={(payPassword) => ({ type, ...sheet.values, payPassword }) as Added}
          name={t(`accounts.type.${type}`)}
          ends={endsOf(sheet.values)}
          waits
        />
      )}
    </>
  );
}
