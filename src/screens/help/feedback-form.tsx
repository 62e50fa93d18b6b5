import { useMemo } from 'react';
import * as v from 'valibot';
import { prose } from '../../contract/fields.ts';
import { screenLimits } from '../../contract/screen-limits.ts';
import { feedback, type Received } from '../../data/help.ts';
import { me } from '../../data/session.ts';
import { uploadRulesFor } from '../../data/uploads.ts';
import { number, t } from '../../lang/index.ts';
import { Card } from '../../ui/card.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormText, useFieldValue } from '../../ui/form-field.tsx';
import { FormUploads, idsOf, uploads } from '../../ui/form-uploads.tsx';
import { Note } from '../../ui/note.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import { PersonalDataWarning } from '../../ui/personal-data.tsx';
import { outputOf } from '../command/form-output.ts';
import { checkingText, useCommand } from '../command/use-command.ts';

interface Props {
  /** The subject, as the first words; each subject has its own draft. */
  about?: string | undefined;
  onReceived(received: Received): void;
}

/** A message to the operator, counted in graphemes, with pictures. */
export function FeedbackForm({ about = '', onReceived }: Props) {
  const { state, send } = useCommand(feedback);
  const { feedbackMinGraphemes: min, feedbackMaxGraphemes: max } = me.value.limits ?? screenLimits;
  const schema = useMemo(() => v.object({ content: prose(min, max), fileIds: uploads }), [min, max]);
  const submit = async ({ content, fileIds }: v.InferInput<typeof schema>) => {
    onReceived(outputOf(await send({ content, fileIds: idsOf(fileIds) })));
  };
  return (
    <Form
      schema={schema}
      defaults={about ? { content: `${about}\n` } : {}}
      draftKey={`feedback.${about}`}
      onSubmit={submit}
      shape="frame"
    >
      <Page narrow>
        <Card>
          <FormText
            name="content"
            label={t('people.feedback.words')}
            rows={6}
            placeholder={t('people.feedback.lead')}
            hint={
              <>
                <span className="grow">{t('form.no_personal_data')}</span>
                <Count max={max} />
              </>
            }
          />
          <PersonalDataWarning name="content" />
          <FormUploads
            {...uploadRulesFor('feedback')}
            label={(of, place) => t(place === 0 ? 'people.feedback.photos' : 'people.feedback.photo', of)}
          />
          {state === 'checking' && <Note role="status">{checkingText()}</Note>}
        </Card>
      </Page>
      <Dock>
        <FormButton block>{t('people.feedback.send')}</FormButton>
      </Dock>
    </Form>
  );
}

/** Counts graphemes, after the same trimming as on the server. */
const graphemes = (text: string) => [...new Intl.Segmenter().segment(text.trim().normalize('NFC'))].length;

function Count({ max }: { max: number }) {
  const count = graphemes(String(useFieldValue('content') ?? ''));
  const isOver = count > max;
  return (
    <span className={isOver ? 'tone' : undefined} data-tone="bad">
      {t(isOver ? 'people.feedback.over' : 'people.feedback.count', {
        count: number(count),
        max: number(max),
      })}
    </span>
  );
}
