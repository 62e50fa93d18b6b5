import { LocationProvider } from 'preact-iso/router';
import { useContext, useState } from 'react';
import { contactUrl, operatorResource } from '../../data/operator.ts';
import type { Invitation } from '../../data/sign-in.ts';
import { t } from '../../lang/index.ts';
import { paths, searchOf } from '../../paths.ts';
import { brand } from '../../ui/brand.ts';
import { Head } from '../../ui/head.tsx';
import { OperatorCard } from '../../ui/operator-card.tsx';
import { Page } from '../../ui/page.tsx';
import { ScamWarning } from '../../ui/scam-warning.tsx';
import { InviteForm } from './invite-form.tsx';
import { LanguageButton } from './language-button.tsx';
import { RegisterForm } from './register-form.tsx';

/** The entry of an invited person: the code first, then inviter and operator, then the account. */
export default function Invite() {
  const { url } = useContext(LocationProvider.ctx);
  const [invitation, setInvitation] = useState<Invitation>();
  const known = operatorResource.ask().value.data;
  const product = brand.value.name;
  const title = invitation ? t('people.register.title') : t('people.invite.title', { product });
  return (
    <>
      <Head title={title}>
        <LanguageButton />
      </Head>
      <Page narrow>
        <div className="stack">
          {invitation ? (
            <RegisterForm invitation={invitation} onInvitation={setInvitation} />
          ) : (
            <>
              <InviteForm search={searchOf(url)} onGood={setInvitation} />
              {/* Without an account there is no other screen on which to change the language. */}
              <ScamWarning reportAt={contactUrl(known?.complaint) ?? paths.service.href()} />
              <OperatorCard of={known} />
            </>
          )}
        </div>
      </Page>
    </>
  );
}
