import { useEffect, useMemo, useRef, useState } from 'react';
import { hasBack, type IdentityPart, identityPartsInput } from '../../contract/identity.ts';
import { consentVersion, type Identity, identityApplication } from '../../data/identity.ts';
import { t } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormButton, useForms } from '../../ui/form.tsx';
import { useLeaveGuard } from '../../ui/leave-guard.ts';
import { Note } from '../../ui/note.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import type { Children } from '../../ui/props.ts';
import { outputOf } from '../command/form-output.ts';
import { useCommand } from '../command/use-command.ts';
import { IdentityParts } from './identity-parts.tsx';

interface FormProps {
  asked: readonly IdentityPart[];
  reasons: Identity['reasons'];
  /** How papers are used, below what is asked for. */
  use: Children;
  /** What is to be known before, above the form. */
  children?: Children;
}

const details: readonly IdentityPart[] = ['realName', 'idType', 'idNumber'];
const photos: readonly IdentityPart[] = ['front', 'back'];

/** The steps of a first application; refused parts are asked for again in one step. */
export default function IdentityForm({ asked, reasons, use, children }: FormProps) {
  const [share, setShare] = useState<number>();
  const { state, lost, send } = useCommand(identityApplication);
  const names = asked.join();
  const schema = useMemo(() => identityPartsInput(asked), [names]);
  const submit = async (values: Record<string, unknown>) => {
    setShare(0);
    // A back that was chosen before the paper became a passport is not sent.
    const parts = asked.filter((part) => part !== 'back' || hasBack(values.idType));
    const input = Object.fromEntries(parts.map((part) => [part, values[part]]));
    const result = await send({ ...input, consentVersion }, setShare);
    setShare(undefined);
    outputOf(result);
  };
  const steps = asked.length < 5 ? [asked] : [details, photos, []];
  return (
    <Form schema={schema} onSubmit={submit} refused={lost} draftKey="identity" shape="frame">
      <Steps steps={steps} reasons={reasons} share={share} use={use} isChecking={state === 'checking'}>
        {children}
      </Steps>
    </Form>
  );
}

interface StepsProps extends Omit<FormProps, 'asked'> {
  steps: readonly (readonly IdentityPart[])[];
  share: number | undefined;
  isChecking: boolean;
}

function Steps({ steps, reasons, share, use, isChecking, children }: StepsProps) {
  const { trigger, formState, watch, clearErrors } = useForms();
  const [at, setAt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const isLast = at === steps.length - 1;
  // The button that led here is gone: the heading takes the focus, as at each step.
  const moved = useRef(steps.length > 1);
  useEffect(() => {
    if (moved.current) heading.current?.focus();
    moved.current = true;
  }, [at]);
  const wrongStep = steps.findIndex((parts) => parts.some((part) => part in formState.errors));
  useEffect(() => {
    if (wrongStep >= 0 && isLast) setAt(wrongStep);
  }, [wrongStep]);
  // A step is checked by its button, and what is typed afterwards is checked by it again.
  useEffect(() => {
    const watching = watch((_, { name }) => name && clearErrors(name));
    return () => watching.unsubscribe();
  }, [watch, clearErrors]);
  const next = async () => {
    if (await trigger([...(steps[at] ?? [])], { shouldFocus: true })) setAt(at + 1);
  };
  const name = steps.length > 1 ? (['details', 'photos', 'review'] as const)[at] : 'again';
  return (
    <>
      <Page>
        <div className="stack">
          {children}
          <section className="card stack">
            {at > 0 && <StepBack onBack={() => setAt(at - 1)} />}
            <div className="row between">
              <h2 ref={heading} tabIndex={-1}>
                {t(`business.identity.step_${name ?? 'again'}`)}
              </h2>
              {steps.length > 1 && (
                <span className="small muted">{t('business.step', { at: at + 1, of: steps.length })}</span>
              )}
            </div>
            {steps.map((parts, index) => (
              <div key={index} className="stack" hidden={index !== at}>
                <IdentityParts parts={parts} reasons={reasons} share={share} />
              </div>
            ))}
          </section>
          {use}
        </div>
      </Page>
      <Dock>
        {isChecking && <Note role="status">{t('business.checking')}</Note>}
        {isLast && <p className="small muted">{t('business.identity.consent')}</p>}
        <div className="cells tight">
          {at > 0 && <Button onClick={() => setAt(at - 1)}>{t('common.back')}</Button>}
          {isLast ? (
            <FormButton>{t('business.identity.send')}</FormButton>
          ) : (
            <Button kind="primary" onClick={() => void next()}>
              {t('business.next')}
            </Button>
          )}
        </div>
      </Dock>
    </>
  );
}

/** Lets Back undo a step, as the button does: leaving would lose the photos, which no draft can keep. */
function StepBack({ onBack }: { onBack: () => void }) {
  useLeaveGuard(() => {
    onBack();
    return true;
  });
  return null;
}
