import { useMemo, useState } from 'react';
import { forward, partialCheck, pipe } from 'valibot';
import type { Input } from '../../contract/calls.ts';
import { moneyReadBy } from '../../contract/fields.ts';
import { parseMoney } from '../../contract/money.ts';
import { named } from '../../contract/named.ts';
import { rechargeWith } from '../../contract/recharges.ts';
import { asApiError } from '../../data/api-error.ts';
import { capabilities, scan } from '../../data/host.ts';
import { type Channels, rechargeReport } from '../../data/recharges.ts';
import { fileRulesFor } from '../../data/uploads.ts';
import { withMessage } from '../../data/with-message.ts';
import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { typedAmount } from '../../lang/typed-amount.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Done } from '../../ui/done.tsx';
import { dropDraft } from '../../ui/draft.ts';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormField, useFieldValue } from '../../ui/form-field.tsx';
import { FormRadioGroup } from '../../ui/form-radio-group.tsx';
import { FormUpload } from '../../ui/form-upload.tsx';
import { Note } from '../../ui/note.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import type { Children } from '../../ui/props.ts';
import { RechargeSteps } from '../../ui/recharge-steps.tsx';
import { ScanButton } from '../../ui/scan-button.tsx';
import { SendingState } from '../../ui/sending-state.tsx';
import { useTypedAmount } from '../../ui/use-typed-amount.ts';
import { isUnknown, useCommand } from '../command/use-command.ts';
import { ChannelFacts, networkOf } from './channel-facts.tsx';

const typedReport = rechargeWith(moneyReadBy(typedAmount));

/** Returns the schema with the proof and the minimum of the chosen network, so that all errors are shown at once. */
function reportWith({ list, currency }: Channels) {
  const channelOf = (id: string) => list.find((channel) => channel.id === id);
  const isBank = (id: string) => channelOf(id)?.rail === 'bank';
  const minOf = (id: string) => channelOf(id)?.min ?? '0';
  return pipe(
    typedReport,
    forward(
      partialCheck(
        [['channelId'], ['txHash']],
        ({ channelId, txHash }) => isBank(channelId) || Boolean(txHash),
        named('required'),
      ),
      ['txHash'],
    ),
    forward(
      partialCheck(
        [['channelId'], ['bankRef']],
        ({ channelId, bankRef }) => !isBank(channelId) || Boolean(bankRef),
        named('required'),
      ),
      ['bankRef'],
    ),
    forward(
      partialCheck(
        [['channelId'], ['amount']],
        ({ channelId, amount }) => parseMoney(amount) >= parseMoney(minOf(channelId)),
        ({ input }) => named('min_value', inline(money(minOf(input.channelId), currency))),
      ),
      ['amount'],
    ),
  );
}

/** Where another report of the same payment is. */
interface Used {
  no: string;
}

interface RechargeFormProps {
  data: Channels;
  /** Drawn above the form, and below it. */
  before: Children;
  after: Children;
}

/** The network first, then its address, then the amount and its proof; then the row under review. */
export function RechargeForm({ data, before, after }: RechargeFormProps) {
  const { state, output, send, resume } = useCommand(rechargeReport);
  const [share, setShare] = useState<number>();
  const [used, setUsed] = useState<Used>();
  const schema = useMemo(() => reportWith(data), [data]);
  if (state === 'done') {
    dropDraft('recharge');
    const recharge = output?.recharge;
    return (
      <Page narrow>
        <Card title={t('accounts.recharge.reported_title')}>
          <Done
            text={t('accounts.recharge.under_review')}
            label={t('accounts.withdraw.follow')}
            href={paths.history.href({ no: recharge?.no })}
          >
            {recharge && <RechargeSteps recharge={recharge} />}
          </Done>
        </Card>
      </Page>
    );
  }
  const submit = async (report: Input<'POST /v1/order/channel/pay'>) => {
    setUsed(undefined);
    try {
      return await send({ ...report, amount: typedAmount(report.amount) }, setShare);
    } catch (thrown) {
      const error = asApiError(thrown);
      if (isUnknown(error)) return 'pending';
      const { reason, params } = error.data;
      if (reason !== 'proof_used') throw error;
      if (params?.no) setUsed({ no: String(params.no) });
      throw withMessage(error, t('accounts.recharge.used'), report.txHash ? 'txHash' : 'bankRef');
    } finally {
      setShare(undefined);
    }
  };
  // A single network is chosen already.
  const only = data.list.length === 1 ? data.list[0]?.id : undefined;
  return (
    <Form
      schema={schema}
      defaults={only ? { channelId: only } : {}}
      draftKey="recharge"
      onSubmit={submit}
      shape="frame"
    >
      <Page narrow>
        <div className="stack">
          {before}
          {data.newShop && (
            <Note>
              {t('accounts.recharge.new_shop', {
                left: inline(money(data.newShop.left, data.currency)),
                trial: inline(money(data.newShop.trialWithdrawal, data.currency)),
              })}
            </Note>
          )}
          <SendingState state={state} onAsk={resume} />
          <Card>
            <FormRadioGroup
              name="channelId"
              label={t('accounts.recharge.network')}
              items={data.list.map((channel) => ({
                value: channel.id,
                label: networkOf(channel),
                note: channel.network ? `${channel.name} · ${channel.asset}` : channel.asset,
              }))}
            />
          </Card>
          <Chosen data={data} used={used} share={share} />
          {after}
        </div>
      </Page>
      <ReportButton data={data} busy={state === 'checking'} />
    </Form>
  );
}

interface ChosenProps {
  data: Channels;
  used: Used | undefined;
  share: number | undefined;
}

/** The terms of the chosen network, and the report. Nothing of it is shown before one is chosen. */
function Chosen({ data, used, share }: ChosenProps) {
  const channel = useChannel(data);
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
      <Card>
        <ChannelFacts channel={channel} currency={data.currency} />
      </Card>
      <Card title={t('accounts.recharge.report')}>
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
          after={
            !isBank &&
            capabilities.value.includes('scan') && (
              <ScanButton name="txHash" part={/(0x)?[0-9a-f]{64}/i} scan={scan} />
            )
          }
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
          {...fileRulesFor('certificate')}
          name="certificate"
          label={t('accounts.recharge.proof')}
          sent={share}
        />
      </Card>
    </>
  );
}

const useChannel = ({ list }: Channels) => {
  const id = useFieldValue('channelId');
  return list.find((one) => one.id === id);
};

/** Sends the report of the typed amount; absent where nothing can be reported. */
function ReportButton({ data, busy }: { data: Channels; busy: boolean }) {
  const channel = useChannel(data);
  const amount = useTypedAmount();
  if (!channel || data.unavailable === 'identity') return null;
  return (
    <Dock>
      <FormButton block busy={busy}>
        {t('accounts.recharge.send')}
        {amount && <Amount>{money(amount, data.currency)}</Amount>}
      </FormButton>
    </Dock>
  );
}
