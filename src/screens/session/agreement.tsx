import * as v from 'valibot';
import { loadMe } from '../../data/accept-token.ts';
import { asApiError } from '../../data/api-error.ts';
import { openable } from '../../data/host.ts';
import { operatorResource } from '../../data/operator.ts';
import { me } from '../../data/session.ts';
import { agree } from '../../data/sign-in.ts';
import { t } from '../../lang/index.ts';
import { Card } from '../../ui/card.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { Head } from '../../ui/head.tsx';
import { Note } from '../../ui/note.tsx';
import { OperatorCard } from '../../ui/operator-card.tsx';
import { Page } from '../../ui/page.tsx';
import { LanguageButton } from './language-button.tsx';
import { TermsField } from './terms-field.tsx';

const schema = v.object({ agreed: v.literal(true) });

/** For a merchant in an account that a partner has opened: operator and terms, before anything else is shown. */
export default function Agreement() {
  const { agreement } = me.value;
  if (!agreement) return null;
  const { termsVersion, termsLink } = agreement;
  const link = openable(termsLink);
  const submit = async () => {
    await agree(termsVersion).catch(async (thrown) => {
      if (asApiError(thrown).data.reason !== 'terms_changed') throw thrown;
      await loadMe();
      throw { code: 'terms', message: t('people.agreement.terms_changed') };
    });
  };
  return (
    <>
      <Head title={t('people.agreement.title')}>
        <LanguageButton />
      </Head>
      <Page narrow>
        <Card awning>
          <p>{t('people.agreement.lead')}</p>
          <Note>{t('people.agreement.risk')}</Note>
        </Card>
        <OperatorCard of={operatorResource.ask().value.data} />
        <Card>
          <Form schema={link ? schema : v.object({})} onSubmit={submit}>
            {/* Nobody can agree to what cannot be read. */}
            {link && (
              <TermsField version={termsVersion} link={link} missing={t('people.agreement.agree_first')} />
            )}
            <FormButton block>{t('people.agreement.go')}</FormButton>
          </Form>
        </Card>
      </Page>
    </>
  );
}
