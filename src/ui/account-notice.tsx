import { t } from '../lang/index.ts';
import { Note } from './note.tsx';

/**
 * Names the account before money or bank data goes in, where only a link signed the user in:
 * `<AccountNotice name={accountByLink()} />`.
 */
export const AccountNotice = ({ name }: { name: string | undefined }) =>
  name !== undefined && <Note tone="warn">{t('shell.another_account', { name })}</Note>;
