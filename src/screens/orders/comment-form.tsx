import * as v from 'valibot';
import { line, prose } from '../../contract/fields.ts';
import { problemMessage } from '../../contract/messages.ts';
import { commentPost } from '../../data/comments.ts';
import { toast } from '../../data/toast.ts';
import { t } from '../../lang/index.ts';
import { useHeading } from '../../ui/chrome.ts';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormField, FormText, useFieldValue } from '../../ui/form-field.tsx';
import { Clock } from '../../ui/icons/clock.ts';
import { Note } from '../../ui/note.tsx';
import { PersonalData } from '../../ui/personal-data.tsx';
import { checkingText, outputOf, useCommand } from '../command/use-command.ts';
import { Signature } from './signature.tsx';

interface Props {
  orderId: string;
  /** The comment to reply to; without it, the form is for the merchant's own. */
  parentId?: string;
  /** The initial signature. */
  shopName: string | undefined;
}

const words = v.object({
  content: prose(1, 500),
  signature: v.pipe(
    v.optional(v.string(), ''),
    v.check((text) => text.trim() !== '', problemMessage('signature')),
    line(1, 64),
  ),
});

/** A signed comment or reply, with a preview before it is sent: it can be sent once. */
export default function CommentForm({ orderId, parentId, shopName }: Props) {
  const { state, send } = useCommand(commentPost);
  const submit = async ({ content, signature = '' }: v.InferInput<typeof words>) => {
    outputOf(await send({ orderId, content, signature, parentId }));
    toast(() => t('comments.sent'), 'good');
  };
  return (
    <Form
      schema={words}
      defaults={shopName ? { signature: shopName } : {}}
      draftKey={`comment.${parentId ?? orderId}`}
      onSubmit={submit}
    >
      <FormText
        name="content"
        label={t(parentId ? 'comments.your_reply' : 'comments.yours')}
        hint={t('comments.once')}
      />
      <PersonalData name="content" />
      <FormField
        name="signature"
        label={t('comments.signature')}
        hint={t('comments.signature_hint')}
        autocomplete="organization"
      />
      <Preview />
      {state === 'checking' && (
        <Note icon={Clock} role="status">
          {checkingText()}
        </Note>
      )}
      <FormButton block>{t(parentId ? 'comments.reply' : 'comments.send')}</FormButton>
    </Form>
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
