import { isSignedInByLink } from '../../data/link-token.ts';
import { me } from '../../data/session.ts';
import { t } from '../../lang/i18n.ts';
import { Note } from '../../ui/note.tsx';

/** Names the account before money or bank data goes in, where only a link signed the user in. */
export function AccountNotice() {
  const { username, id } = me.value;
  if (!isSignedInByLink()) return null;
  return <Note tone="warn">{t('session.link_whose', { name: username ?? id ?? '' })}</Note>;
}
