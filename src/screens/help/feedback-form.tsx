import { useMemo, useState } from 'react';
import * as v from 'valibot';
import { prose } from '../../contract/fields.ts';
import { screenLimits } from '../../contract/screen-limits.ts';
import { feedback, type Received } from '../../data/feedback.ts';
import { me } from '../../data/session.ts';
import { uploadRulesFor } from '../../data/uploads.ts';
import { number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormText, useFieldValue } from '../../ui/form-field.tsx';
import { Note } from '../../ui/note.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import { PersonalDataWarning } from '../../ui/personal-data.tsx';
import { Upload } from '../../ui/upload.tsx';
import type { Chosen } from '../../ui/use-upload.ts';
import { outputOf, useCommand } from '../command/use-command.ts';

/** As many as the contract allows; each keeps its place, as its neighbour may still be uploading. */
const places = [0, 1, 2];

interface Props {
  /** The subject, as the first words; each subject has its own draft. */
  about?: string | undefined;
  onReceived(received: Received): void;
}

/** A message to the operator, counted in graphemes, with pictures. */
export function FeedbackForm({ about = '', onReceived }: Props) {
  const [files, setFiles] = useState<Readonly<Record<number, Chosen | undefined>>>({});
  const { state, send } = useCommand(feedback);
  const { feedbackMinGraphemes: min, feedbackMaxGraphemes: max } = me.value.limits ?? screenLimits;
  const schema = useMemo(() => v.object({ content: prose(min, max) }), [min, max]);
  const chosen = Object.values(files).filter((one) => one !== undefined);
  const isSending = chosen.some((one) => !one.fileId);
  const submit = async ({ content }: { content: string }) => {
    const fileIds = chosen.flatMap((one) => one.fileId ?? []);
    const input = { content, ...(fileIds.length > 0 ? { fileIds } : {}) };
    onReceived(outputOf(await send(input)));
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
          {places
            .filter((place) => place === 0 || files[place] || files[place - 1])
            .map((place) => (
              <Upload
                key={place}
                {...uploadRulesFor('feedback')}
                label={t(place === 0 ? 'people.feedback.photos' : 'people.feedback.photo', {
                  number: number(place + 1),
                  most: number(places.length),
                })}
                value={files[place]}
                onFile={(file) => setFiles((kept) => ({ ...kept, [place]: file }))}
              />
            ))}
          {state === 'checking' && <Note role="status">{t('people.invitation.checking')}</Note>}
        </Card>
      </Page>
      <Dock>
        {isSending && <p className="small muted">{t('people.feedback.wait')}</p>}
        <FormButton block waiting={isSending}>
          {t('people.feedback.send')}
        </FormButton>
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
