import * as v from 'valibot';
import { prose } from '../../contract/fields.ts';
import { type Order, orderNote } from '../../data/orders.ts';
import { t } from '../../lang/index.ts';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormText } from '../../ui/form-field.tsx';
import { Clock } from '../../ui/icons/clock.ts';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { outputOf } from '../command/form-output.ts';
import { checkingText, useCommand } from '../command/use-command.ts';

const schema = v.object({ note: v.optional(prose(1, 300)) });

/** Keeps the merchant's own note about an order; an empty one is removed. */
export default function OrderNoteSheet({ order, onClose }: { order: Order; onClose: () => void }) {
  const { id, note } = order;
  const { state, send } = useCommand(orderNote(id));
  const save = async (typed: v.InferInput<typeof schema>) => {
    outputOf(await send({ id, note: typed.note }));
    onClose();
  };
  return (
    <Sheet title={t('orders.note')} onClose={onClose}>
      <Form schema={schema} defaults={note ? { note } : {}} draftKey={`note.${id}`} onSubmit={save}>
        <FormText name="note" label={t('orders.note')} hint={t('orders.note_hint')} />
        {state === 'checking' && (
          <Note icon={Clock} role="status">
            {checkingText()}
          </Note>
        )}
        <FormButton block>{t('orders.note_save')}</FormButton>
      </Form>
    </Sheet>
  );
}
