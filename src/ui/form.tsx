// The forms chunk: only screens with a form import it, as it contains react-hook-form and valibot.
import { valibotResolver } from '@hookform/resolvers/valibot';
import type { FormEvent } from 'react';
import { createContext, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
  useFormState,
} from 'react-hook-form';
import type { GenericSchema, InferInput } from 'valibot';
import { errorText, tn } from '../lang/index.ts';
import { Button, type ButtonProps } from './button.tsx';
import { classes } from './classes.ts';
import { readDraft, removeDraft, saveDraft } from './draft.ts';
import type { Failure } from './error-state.tsx';
import { issueMessage } from './form-text.ts';
import { CircleAlert } from './icons/circle-alert.ts';
import { useClearBehindSignIn } from './leave-guard.ts';
import { Note } from './note.tsx';
import type { Children } from './props.ts';

/** A refusal that may name fields, as the app's ApiError does. */
export type Refused = Failure & { fields?: readonly string[] };

const FormContext = createContext<UseFormReturn<FieldValues> | undefined>(undefined);

/** Returns the form around a field. */
export function useForms() {
  const form = useContext(FormContext);
  if (!form) throw new Error('A form field stands outside of <Form>; put it inside.');
  return form;
}

interface FormProps<S extends GenericSchema<FieldValues, FieldValues>> {
  /** The contract's schema of the input. */
  schema: S;
  /** Leave a field out rather than giving it ''. */
  defaults?: Partial<InferInput<S>>;
  /**
   * Called with what was typed and validated; a thrown refusal is shown at its fields, or above the button. Returns
   * `'pending'` when the action is not complete yet, so that the draft stays.
   */
  onSubmit: (values: InferInput<S>) => Promise<unknown> | unknown;
  /** A refusal of a later step, or of what was sent before a reload: shown like one of `onSubmit`. */
  refused?: Refused;
  /** Keeps what was typed over a reload, under this name; passwords and codes never. */
  draftKey?: string;
  /** `frame` for a form that is a whole screen, with its button in a `<Dock>`. */
  shape?: 'stack' | 'frame';
  children?: Children;
}

/**
 * A form on a schema of the contract. Errors are shown beside their fields and the first wrong field takes the focus;
 * several are also counted, above the button.
 * @example
 * <Form schema={loginInput} onSubmit={signIn}>
 *   <FormField name="username" label={…} /><FormButton kind="primary">…</FormButton>
 * </Form>
 */
export function Form<S extends GenericSchema<FieldValues, FieldValues>>(props: FormProps<S>) {
  const { schema, defaults, onSubmit, refused, draftKey, shape = 'stack', children } = props;
  const [refusal, setRefusal] = useState<Refused>();
  const running = useRef(false);
  const ownSchema = useMemo(() => withoutInherited(schema), [schema]);
  const form = useForm<FieldValues>({
    defaultValues: { ...defaults, ...(draftKey && readDraft(draftKey)) } as DefaultValues<FieldValues>,
    // Checks between fields run even if one of the fields is invalid.
    criteriaMode: 'all',
    resolver: valibotResolver(ownSchema, { message: issueMessage }, { raw: true }),
  });

  // A layout effect runs before the first frame; a passive one after it, and what is typed until then would be lost.
  useLayoutEffect(() => {
    if (!draftKey) return;
    const watching = form.watch((values) => saveDraft(draftKey, values, defaults));
    return () => watching.unsubscribe();
  }, [draftKey, form]);

  useClearBehindSignIn(() => {
    const passwords = Object.keys(form.control._fields).filter((name) => /password/i.test(name));
    for (const name of passwords) form.setValue(name, '');
  });

  // It stands at the end of the screen, which may be far below what is in sight.
  const element = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (refusal) element.current?.firstElementChild?.scrollIntoView({ block: 'center' });
  }, [refusal]);

  useLayoutEffect(() => {
    if (refused && !markFields(form, refused)) setRefusal(refused);
  }, [refused]);

  const send = form.handleSubmit(async (values) => {
    setRefusal(undefined);
    try {
      const end = await onSubmit(values as InferInput<S>);
      if (draftKey && end !== 'pending') removeDraft(draftKey);
    } catch (thrown) {
      if (!isRefused(thrown)) throw thrown;
      if (answeredBySignIn.includes(thrown.code)) return;
      if (!markFields(form, thrown)) setRefusal(thrown);
    }
  });
  /** Ignores a second press, or Enter, while the form is being sent. */
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (running.current) return;
    running.current = true;
    await send(event).finally(() => {
      running.current = false;
    });
  };

  const wrong = Object.keys(form.formState.errors).length;
  return (
    <FormContext.Provider value={form}>
      <form ref={element} className={`form ${shape}`} noValidate onSubmit={submit}>
        {(refusal || wrong > 1) && (
          <Note tone="bad" icon={CircleAlert} role="alert">
            {refusal ? errorText(refusal) : tn('form.attention', wrong)}
          </Note>
        )}
        {children}
      </form>
    </FormContext.Provider>
  );
}

/**
 * Submits the form around it; busy while the answer is awaited. Takes what `Button` takes. While something is missing it
 * looks as if it could not act, yet can be pressed: then the fields say what they need, and the first takes the focus.
 */
export function FormButton(props: ButtonProps) {
  const { isSubmitting, isValid } = useFormState({ control: useForms().control });
  const className = classes(props.className, !isValid && 'early');
  return (
    <Button kind="primary" {...props} className={className} type="submit" busy={props.busy || isSubmitting} />
  );
}

/** The members of valibot's schemas that hold others. */
type Nested = Partial<Record<'entries' | 'pipe' | 'options' | 'wrapped' | 'item', object>>;

/** Lets a schema inherit no field: valibot would also read those that a page around us has put on Object.prototype. */
function withoutInherited<T extends object>(schema: T): T {
  const { entries, pipe, options, wrapped, item } = schema as Nested;
  if (entries) Object.setPrototypeOf(entries, null);
  for (const part of [entries, pipe, options, { wrapped, item }].flatMap((held) => Object.values(held ?? {})))
    if (part instanceof Object) withoutInherited(part);
  return schema;
}

/** No session: sign-in was drawn over the form, and afterwards there is no error to show here. */
const answeredBySignIn: Failure['code'][] = [407, 408];

const isRefused = (thrown: unknown): thrown is Refused =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown;

/** Shows a refusal at the fields that it names; returns false when this form has none of them. */
function markFields(form: UseFormReturn<FieldValues>, { code, params, message, fields = [] }: Refused) {
  const shownFields = fields.filter((name) => name in form.control._fields);
  shownFields.forEach((name, index) => {
    const kept = JSON.stringify(['code', code, params, message]);
    form.setError(name as Path<FieldValues>, { type: 'server', message: kept }, { shouldFocus: index === 0 });
  });
  return shownFields.length > 0;
}
