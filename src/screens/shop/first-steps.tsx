import { useEffect, useId, useState } from 'react';
import { screenLimits } from '../../contract/screen-limits.ts';
import { accountsResource } from '../../data/accounts.ts';
import { storeFirstSteps } from '../../data/first-steps.ts';
import { identityResource } from '../../data/identity.ts';
import { me } from '../../data/session.ts';
import { storeResource } from '../../data/store.ts';
import { number, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { X } from '../../ui/icons/x.ts';
import { Meter } from '../../ui/meter.tsx';
import { Tick } from '../../ui/tick.tsx';

interface Step {
  name: 'password' | 'identity' | 'goods' | 'account';
  /** Undefined where the server does not tell, or has not yet. */
  isDone: boolean | undefined;
  href: string;
  note?: string | undefined;
}

function useSteps(): Step[] {
  const { payPasswordSet, limits } = me.value;
  const wait = limits?.newAccountUsableAfterHours ?? screenLimits.newAccountUsableAfterHours;
  const { goodsUsed, goodsCap } = storeResource.ask().value.data ?? {};
  const status = identityResource.ask().value.data?.status;
  const known = accountsResource.ask().value.data;
  const room =
    goodsUsed !== undefined &&
    goodsCap !== undefined &&
    t('goods.used_of', { used: number(goodsUsed), cap: number(goodsCap) });
  return [
    { name: 'password', isDone: payPasswordSet, href: paths.payPassword.href() },
    {
      name: 'account',
      isDone: known && known.used > 0,
      href: paths.bankList.href(),
      note: t('setup.account_note', { hours: hours(wait) }),
    },
    {
      name: 'identity',
      isDone: status && status === 'verified',
      href: paths.identity.href(),
      note: status === 'applying' ? t('setup.applying') : undefined,
    },
    {
      name: 'goods',
      isDone: goodsUsed === undefined ? undefined : goodsUsed > 0,
      href: paths.warehouse.href(),
      note: room || undefined,
    },
  ];
}

const hours = (count: number) => number(count, { style: 'unit', unit: 'hour', unitDisplay: 'long' });

/** The steps of a new shop, each with its tick or the way to it. Gone when all are done, and when it is put away. */
export default function FirstSteps({ id }: { id: string }) {
  const title = useId();
  const [isGone, setGone] = useState(false);
  const steps = useSteps();
  const done = steps.filter(({ isDone }) => isDone).length;
  const isComplete = done === steps.length;
  useEffect(() => storeFirstSteps(id, isComplete || isGone ? 'done' : 'open'), [id, isComplete, isGone]);
  if (isComplete || isGone) return null;
  const progress = t('goods.used_of', { used: number(done), cap: number(steps.length) });
  return (
    <section className="card links stack" aria-labelledby={title}>
      <div className="row" style={headStyle}>
        <h2 className="grow" id={title}>
          {t('setup.title')}
        </h2>
        <span className="small muted">{progress}</span>
        <IconButton className="edge" icon={X} label={t('common.dismiss')} onClick={() => setGone(true)} />
      </div>
      <div style={meterStyle}>
        <Meter label={t('setup.title')} value={done} max={steps.length} text={progress} />
      </div>
      {steps.map((step) => (
        <StepRow key={step.name} step={step} />
      ))}
    </section>
  );
}

const headStyle = { paddingInline: 'var(--gap)' };
const meterStyle = { padding: '0 var(--gap) 8px' };

function StepRow({ step }: { step: Step }) {
  const { name, isDone, href, note } = step;
  return (
    <a className="row rule" href={href}>
      <Tick isDone={isDone === true} />
      <span className={isDone ? 'grow muted' : 'grow'}>
        {t(`setup.step.${name}`)}
        {!isDone && note && <span className="hint">{note}</span>}
      </span>
      {!isDone && <ChevronRight className="flip muted" />}
    </a>
  );
}
