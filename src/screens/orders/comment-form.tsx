import { useState } from 'react';
import * as v from 'valibot';
import { line, prose } from '../../contract/fields.ts';
import { problemMessage } from '../../contract/messages.ts';
import { savedReplyInput } from '../../contract/replies.ts';
import { type Comment, commentPost } from '../../data/comments.ts';
import { repliesResource, replyRemoval, replySaving } from '../../data/replies.ts';
import { hasFeature } from '../../data/session.ts';
import { toast } from '../../data/toast.ts';
import { t } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { Form, FormButton, useForms } from '../../ui/form.tsx';
import { FormField, FormText, useFieldError, useFieldValue } from '../../ui/form-field.tsx';
import { CircleAlert } from '../../ui/icons/circle-alert.ts';
import { Clock } from '../../ui/icons/clock.ts';
import { Note } from '../../ui/note.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import { PersonalData } from '../../ui/personal-data.tsx';
import type { Children } from '../../ui/props.ts';
import { outputOf } from '../command/form-output.ts';
import { checkingText, problemText, useCommand } from '../command/use-command.ts';
import { Signature } from './signature.tsx';

interface Props {
  orderId: string;
  /** The comment to reply to; without it, the form is for the merchant's own. */
  parentId?: string;
  /** The stars of the comment that it replies to. */
  rating?: Rating;
  /** The initial signature. */
  shopName: string | undefined;
  /** Shown above the merchant's own comment, where the form is the whole screen. */
  above?: Children;
}

const words = v.object({
  content: prose(1, 500),
  signature: v.pipe(
    v.optional(v.string(), ''),
    v.check((text) => text.trim() !== '', problemMessage('signature')),
    line(1, 64),
  ),
});

/** A signed comment or reply, which can be sent once; the merchant’s own comment has a preview. */
export default function CommentForm({ orderId, parentId, rating = null, shopName, above }: Props) {
  const { state, send } = useCommand(commentPost);
  const canSave = parentId !== undefined && hasFeature('replies');
  const submit = async ({ content, signature = '' }: v.InferInput<typeof words>) => {
    outputOf(await send({ orderId, content, signature, parentId }));
    toast(() => t('comments.sent'), 'good');
  };
  const fields = (
    <>
      {canSave && <SavedReplies rating={rating} />}
      <FormText
        name="content"
        label={t(parentId ? 'comments.your_reply' : 'comments.yours')}
        hint={t('comments.once')}
      />
      <PersonalData name="content" />
      {canSave && <SaveReply rating={rating} />}
      <SignatureField />
      {!parentId && <Preview />}
      {state === 'checking' && (
        <Note icon={Clock} role="status">
          {checkingText()}
        </Note>
      )}
    </>
  );
  return (
    <Form
      schema={words}
      defaults={shopName ? { signature: shopName } : {}}
      draftKey={`comment.${parentId ?? orderId}`}
      shape={parentId ? 'stack' : 'frame'}
      onSubmit={submit}
    >
      {parentId ? (
        <>
          {fields}
          <FormButton block>{t('comments.reply')}</FormButton>
        </>
      ) : (
        <>
          <Page>
            <div className="stack">
              {above}
              <section className="card stack">{fields}</section>
            </div>
          </Page>
          <Dock>
            <FormButton block>{t('comments.send')}</FormButton>
          </Dock>
        </>
      )}
    </Form>
  );
}

type Rating = Comment['rating'];

/** Returns whether a reply was written for as good or as bad a comment: an apology suits no praise. */
const suits = (saved: Rating | undefined, rating: Rating) =>
  saved == null || rating == null || saved > 3 === rating > 3;

/** Fills the form by the saved reply that is pressed; never by itself, as a reply is public and final. */
function SavedReplies({ rating }: { rating: Rating }) {
  const { setValue } = useForms();
  const typed = useTypedReply();
  const { data = [] } = repliesResource.ask().value;
  const offered = data.filter((saved) => suits(saved.rating, rating));
  if (offered.length === 0) return null;
  return (
    <ul className="stack near" aria-label={t('comments.saved')}>
      {offered.map(({ id, text }) => (
        <li key={id} className="row">
          <button
            type="button"
            className="chip"
            style={whole}
            dir="auto"
            aria-pressed={text === typed}
            onClick={() => setValue('content', text, { shouldDirty: true, shouldValidate: true })}
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}

const whole = {
  flex: 1,
  paddingBlock: '6px',
  justifyContent: 'start',
  textAlign: 'start',
  whiteSpace: 'normal',
} as const;

/** Saves what is typed for later, or removes it where it is saved. */
function SaveReply({ rating }: { rating: Rating }) {
  const typed = useTypedReply();
  const saved = repliesResource.ask().value.data?.find(({ text }) => text === typed);
  const adding = useCommand(replySaving);
  const removing = useCommand(replyRemoval);
  const error = adding.error ?? removing.error;
  if (!v.is(savedReplyInput, { text: typed })) return null;
  return (
    <>
      <Button
        kind="plain"
        className="start"
        style={flush}
        busy={adding.isBusy || removing.isBusy}
        onClick={() =>
          void (saved
            ? removing.send({ id: saved.id })
            : adding.send({ text: typed, rating: rating ?? undefined }))
        }
      >
        {t(saved ? 'comments.unsave_reply' : 'comments.save_reply')}
      </Button>
      {error && (
        <Note tone="bad" icon={CircleAlert} role="alert">
          {problemText(error)}
        </Note>
      )}
    </>
  );
}

const useTypedReply = () => String(useFieldValue('content') ?? '').trim();

const flush = { marginBlock: '-8px', marginInlineStart: '-8px' };

/** The shop signs unless the merchant wants another name. */
function SignatureField() {
  const name = String(useFieldValue('signature') ?? '').trim();
  const error = useFieldError('signature');
  const [changing, setChanging] = useState(name === '');
  if (!changing && !error)
    return (
      <p className="row tight wrap small muted">
        <span>{t('comments.signed', { name })}</span>
        <Button kind="plain" onClick={() => setChanging(true)}>
          {t('comments.change_signature')}
        </Button>
      </p>
    );
  return (
    <FormField
      name="signature"
      label={t('comments.signature')}
      hint={t('comments.signature_hint')}
      autocomplete="organization"
    />
  );
}

function Preview() {
  const content = String(useFieldValue('content') ?? '').trim();
  const signature = String(useFieldValue('signature') ?? '').trim();
  const Title = useHeading(3);
  if (!content) return null;
  return (
    <div className="stack near rule">
      <Title className="small muted">{t('comments.preview')}</Title>
      <Signature content={content} signature={signature} />
    </div>
  );
}
