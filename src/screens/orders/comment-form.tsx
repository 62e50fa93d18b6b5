import { useState } from 'react';
import * as v from 'valibot';
import { line, prose } from '../../contract/fields.ts';
import { named } from '../../contract/named.ts';
import { sendComment } from '../../data/comments.ts';
import { settled } from '../../data/settled.ts';
import { toast } from '../../data/toast.ts';
import { t } from '../../lang/i18n.ts';
import { useHeading } from '../../ui/chrome.ts';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormField, FormText, useTyped } from '../../ui/form-field.tsx';
import { Clock } from '../../ui/icons/clock.ts';
import { Note } from '../../ui/note.tsx';
import { PersonalData } from '../../ui/personal-data.tsx';
import { Signed } from './signed.tsx';

interface Props {
  orderId: string;
  /** The comment that is answered; without it, the merchant's own. */
  parentId?: string;
  /** What the signature begins with. */
  shopName: string | undefined;
}

const words = v.object({
  content: prose(1, 500),
  signature: v.pipe(
    v.optional(v.string(), ''),
    v.check((text) => text.trim() !== '', named('signature')),
    line(1, 64),
  ),
});

/** A signed comment or reply, with what buyers will read before it is sent: it can be sent once. */
export default function CommentForm({ orderId, parentId, shopName }: Props) {
  const [isLate, setLate] = useState(false);
  const send = async ({ content, signature = '' }: v.InferInput<typeof words>) => {
    const given = { orderId, content, signature, ...(parentId ? { parentId } : {}) };
    settled(await sendComment(given, () => setLate(true)).finally(() => setLate(false)));
    toast(() => t('orders.comment.sent'), 'good');
  };
  return (
    <Form
      schema={words}
      defaults={shopName ? { signature: shopName } : {}}
      draftKey={`comment.${parentId ?? orderId}`}
      onSubmit={send}
    >
      <FormText
        name="content"
        label={t(parentId ? 'orders.comment.your_reply' : 'orders.comment.yours')}
        hint={t('orders.comment.once')}
      />
      <PersonalData name="content" />
      <FormField
        name="signature"
        label={t('orders.comment.signature')}
        hint={t('orders.comment.signature_hint')}
        autocomplete="organization"
      />
      <Preview />
      {isLate && (
        <Note icon={Clock} role="status">
          {t('quote.checking_text')}
        </Note>
      )}
      <FormButton block>{t(parentId ? 'orders.comment.reply' : 'orders.comment.send')}</FormButton>
    </Form>
  );
}

function Preview() {
  const content = String(useTyped('content') ?? '').trim();
  const signature = String(useTyped('signature') ?? '').trim();
  const Title = useHeading(3);
  if (!content) return null;
  return (
    <div className="stack near rule">
      <Title className="small muted">{t('orders.comment.preview')}</Title>
      <Signed content={content} signature={signature} />
    </div>
  );
}
