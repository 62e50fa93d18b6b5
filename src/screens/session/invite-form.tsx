import { LocationProvider } from 'preact-iso/router';
import { useContext } from 'react';
import * as v from 'valibot';
import { inviteCode } from '../../contract/invites.ts';
import { ApiError, asApiError } from '../../data/api-error.ts';
import { codeRefusal } from '../../data/blocked.ts';
import { capabilities } from '../../data/host.ts';
import { scan } from '../../data/scan.ts';
import { checkInvite, type Invitation, linkInviteCode } from '../../data/sign-in.ts';
import { errorText, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { brand } from '../../ui/brand.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form, FormButton, useForms } from '../../ui/form.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { ClipboardPaste } from '../../ui/icons/clipboard-paste.ts';
import { Note } from '../../ui/note.tsx';
import { rateLimitError } from '../../ui/rate-limit-error.ts';
import { ScanButton } from '../../ui/scan-button.tsx';
import { Welcome } from './welcome.tsx';

/** An empty field shows the sentence of the server's code for it. */
const missing = JSON.stringify(['code', 436]);
const schema = v.object({
  inviteCode: v.pipe(v.string(missing), v.trim(), v.nonEmpty(missing), inviteCode),
});

interface Props {
  /** The address's query, unchanged. */
  search: string;
  onGood(invitation: Invitation): void;
}

export function InviteForm({ search, onGood }: Props) {
  const { query } = useContext(LocationProvider.ctx);
  const check = async (values: { inviteCode: string }) => {
    const invitation = await checkInvite(v.parse(inviteCode, values.inviteCode)).catch((error) => {
      throw rateLimitError(asApiError(error));
    });
    if (!invitation.ticket) throw new ApiError(439);
    onGood(invitation);
  };
  return (
    <Card awning>
      <Welcome title={t('people.invite.lead', { product: brand.value.name })}>
        {t('people.invite.where')}
      </Welcome>
      {codeRefusal.value && (
        <Note tone="warn" role="status">
          {errorText({ code: codeRefusal.value })}
        </Note>
      )}
      <Form schema={schema} defaults={{ inviteCode: linkInviteCode(query) }} onSubmit={check}>
        <FormField
          name="inviteCode"
          label={t('people.invite.code')}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          dir="ltr"
          after={
            <>
              <Paste />
              {capabilities.value.includes('scan') && (
                <ScanButton name="inviteCode" pattern={/(?<=[?&#]invite=)\w+/} scan={scan} />
              )}
            </>
          }
        />
        <FormButton block>{t('people.invite.go')}</FormButton>
      </Form>
      <LinkButton kind="plain" href={paths.login.href() + search}>
        {t('people.invite.have_account')}
      </LinkButton>
    </Card>
  );
}

/** Only where the browser lets a page read the clipboard; a person may still refuse it. */
function Paste() {
  const { setValue, setFocus } = useForms();
  if (!navigator.clipboard?.readText) return null;
  const paste = () =>
    navigator.clipboard.readText().then(
      (text) => setValue('inviteCode', text.trim().slice(0, 64)),
      () => setFocus('inviteCode'),
    );
  return (
    <Button kind="plain" icon={ClipboardPaste} onClick={paste}>
      {t('people.invite.paste')}
    </Button>
  );
}
