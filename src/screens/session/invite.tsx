import { LocationProvider } from 'preact-iso/router';
import { useContext, useState } from 'react';
import { operator } from '../../data/operator.ts';
import type { Invitation } from '../../data/registration.ts';
import { t } from '../../lang/i18n.ts';
import { searchOf } from '../../paths.ts';
import { Head } from '../../ui/head.tsx';
import { OperatorCard } from '../../ui/operator-card.tsx';
import { Page } from '../../ui/page.tsx';
import { InviteForm } from './invite-form.tsx';
import { LanguageTap } from './language-tap.tsx';
import { RegisterForm } from './register-form.tsx';

/** The door for who is invited: the code first, then who invites and who runs this, then the account. */
export default function Invite() {
  const { url } = useContext(LocationProvider.ctx);
  const [invitation, setInvitation] = useState<Invitation>();
  const title = t(invitation ? 'people.register.title' : 'people.invite.title');
  return (
    <>
      <Head title={title}>
        <LanguageTap />
      </Head>
      <Page door>
        {invitation ? (
          <RegisterForm invitation={invitation} onInvitation={setInvitation} />
        ) : (
          <>
            <InviteForm search={searchOf(url)} onGood={setInvitation} />
            <OperatorCard of={operator.ask().value.data} />
          </>
        )}
      </Page>
    </>
  );
}
