import { useState } from 'react';
import type { Input } from '../../contract/calls.ts';
import { rechargeWith } from '../../contract/recharges.ts';
import { asApiError } from '../../data/api-error.ts';
import { type Channels, reporting } from '../../data/recharges.ts';
import { filesFor } from '../../data/uploads.ts';
import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { dropDraft } from '../../ui/draft.ts';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormField, useTyped } from '../../ui/form-field.tsx';
import { FormPicks } from '../../ui/form-picks.tsx';
import { FormUpload } from '../../ui/form-upload.tsx';
import { Note } from '../../ui/note.tsx';
import { Done } from '../pay/done.tsx';
import { RechargeSteps } from '../pay/recharge-steps.tsx';
import { Scan } from '../pay/scan.tsx';
import { SendingState } from '../pay/sending-state.tsx';
import { typedAmount, typedMoney } from '../pay/typed-money.ts';
import { useSending } from '../pay/use-sending.ts';
import { worded } from '../pay/worded.ts';
import { ChannelFacts, networkOf } from './channel-facts.tsx';

const typedReport = rechargeWith(typedMoney);

/** Where another report of the same payment stands. */
interface Used {
  no: string;
}

/** The network first, then its address, then what was sent and its proof; the row under review at once. */
export function RechargeForm({ data }: { data: Channels }) {
  const { state, ask, submit } = useSending(reporting);
  const [share, setShare] = useState<number>();
  const [used, setUsed] = useState<Used>();
  if (state.at === 'done') {
    dropDraft('recharge');
    const recharge = state.output?.recharge;
    return (
      <Card title={t('accounts.recharge.reported_title')}>
        <Done
          text={t('accounts.recharge.under_review')}
          label={t('accounts.withdraw.follow')}
          href={paths.history.href({ no: recharge?.no })}
        >
          {recharge && <RechargeSteps recharge={recharge} />}
        </Done>
      </Card>
    );
  }
  const send = async (report: Input<'POST /v1/order/channel/pay'>) => {
    setUsed(undefined);
    try {
      return await submit({ ...report, amount: typedAmount(report.amount) }, setShare);
    } catch (thrown) {
      const error = asApiError(thrown);
      const { reason, params } = error.data;
      if (reason !== 'proof_used') throw error;
      if (params?.no) setUsed({ no: String(params.no) });
      throw worded(error, t('accounts.recharge.used'), report.txHash ? 'txHash' : 'bankRef');
    } finally {
      setShare(undefined);
    }
  };
  return (
    <Card>
      {data.newShop && (
        <Note>
          {t('accounts.recharge.new_shop', {
            left: inline(money(data.newShop.left, data.currency)),
            trial: inline(money(data.newShop.trialWithdrawal, data.currency)),
          })}
        </Note>
      )}
      <SendingState state={state} onAsk={() => void ask()} />
      <Form schema={typedReport} draftKey="recharge" onSubmit={send}>
        <FormPicks
          name="channelId"
          label={t('accounts.recharge.network')}
          items={data.list.map((channel) => ({
            value: channel.id,
            label: networkOf(channel),
            note: channel.network ? `${channel.name} · ${channel.asset}` : channel.asset,
          }))}
        />
        <Chosen data={data} used={used} share={share} busy={state.at === 'checking'} />
      </Form>
    </Card>
  );
}

interface ChosenProps {
  data: Channels;
  used: Used | undefined;
  share: number | undefined;
  busy: boolean;
}

/** What holds for the chosen network, and the report. Nothing of it is shown before one is chosen. */
function Chosen({ data, used, share, busy }: ChosenProps) {
  const Title = useHeading(2);
  const id = useTyped('channelId');
  const channel = data.list.find((one) => one.id === id);
  if (!channel) return null;
  if (data.unavailable === 'identity')
    return (
      <Note tone="warn">
        <p>{t('accounts.recharge.why.identity')}</p>
        <LinkButton kind="plain" href={paths.identity.href()}>
          {t('accounts.recharge.verify')}
        </LinkButton>
      </Note>
    );
  const isBank = channel.rail === 'bank';
  return (
    <>
      <ChannelFacts channel={channel} currency={data.currency} />
      <div className="rule">
        <Title>{t('accounts.recharge.report')}</Title>
      </div>
      <FormField
        name="amount"
        label={t('accounts.amount')}
        hint={t('accounts.recharge.amount_hint')}
        inputmode="decimal"
        autocomplete="off"
        dir="ltr"
        after={<span className="muted">{data.currency}</span>}
      />
      <FormField
        name={isBank ? 'bankRef' : 'txHash'}
        label={isBank ? t('accounts.recharge.bank_ref') : t('accounts.recharge.hash')}
        after={isBank || <Scan name="txHash" part={/(0x)?[0-9a-f]{64}/i} />}
        hint={
          used && (
            <a className="hit" href={paths.history.href({ no: used.no })}>
              {t('accounts.recharge.first_use', { no: inline(used.no) })}
            </a>
          )
        }
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        dir="ltr"
      />
      <FormUpload
        {...filesFor('certificate')}
        name="certificate"
        label={t('accounts.recharge.proof')}
        sent={share}
      />
      <FormButton block busy={busy}>
        {t('accounts.recharge.send')}
      </FormButton>
    </>
  );
}
