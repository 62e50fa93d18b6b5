// One file: the form of a top-up with its steps, and what its hash, amount and picture have to be.
import { useMemo, useState } from 'react';
import {
  check,
  forward,
  nonEmpty,
  object,
  optional,
  partialCheck,
  pipe,
  regex,
  string,
  toLowerCase,
  trim,
} from 'valibot';
import type { Input } from '../../contract/calls.ts';
import { moneyReadBy } from '../../contract/fields.ts';
import { problemMessage } from '../../contract/messages.ts';
import { parseMoney } from '../../contract/money.ts';
import { hashPrefixOf, rechargeWith } from '../../contract/recharges.ts';
import type { ApiError } from '../../data/api-error.ts';
import { identityResource } from '../../data/identity.ts';
import { type Channels, rechargeReport } from '../../data/recharges.ts';
import { currencyOfShop, inline, money, t } from '../../lang/index.ts';
import { typedAmount } from '../../lang/typed-amount.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { removeDraft } from '../../ui/draft.ts';
import { Form, FormButton } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import type { Children } from '../../ui/props.ts';
import { SendingState } from '../../ui/sending-state.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { sendingText } from '../../ui/upload.tsx';
import { useTypedAmount } from '../../ui/use-typed-amount.ts';
import { useWide } from '../../ui/wide.ts';
import { outputOrPending, withMessage } from '../command/form-output.ts';
import { checkingText, useCommand } from '../command/use-command.ts';
import { ChannelFacts, ChannelLimits } from './channel-facts.tsx';
import { NetworkChoice, useChannel } from './network-choice.tsx';
import { Receipt } from './receipt.tsx';
import { ReportCard } from './report-card.tsx';

/** The digits of a hash without what some networks put before them. */
const digitsOf = (hash: string) => hash.slice(hashPrefixOf(hash).length);

/** Says what is wrong with a hash, where the contract has one kind for all of it. */
const typedHash = pipe(
  string(),
  trim(),
  toLowerCase(),
  nonEmpty(),
  regex(/^(0x)?[0-9a-f]*$/, problemMessage('tx_hash_characters')),
  check(
    (hash) => digitsOf(hash).length === 64,
    ({ input }) => problemMessage('tx_hash_length', digitsOf(input).length),
  ),
);

const typedReport = object({
  ...rechargeWith(moneyReadBy(typedAmount, currencyOfShop)).entries,
  txHash: optional(typedHash),
});

/** Returns the schema with the proof and the minimum of the chosen network, so that all errors are shown at once. */
function reportWith({ list, currency }: Channels) {
  const channelOf = (id: string) => list.find((channel) => channel.id === id);
  const isBank = (id: string) => channelOf(id)?.rail === 'bank';
  const hasPrefix = (id: string, hash: string) =>
    hashPrefixOf(hash) === (channelOf(id)?.hashPrefix ?? hashPrefixOf(hash));
  const minOf = (id: string) => channelOf(id)?.min ?? '0';
  return pipe(
    typedReport,
    forward(
      partialCheck(
        [['channelId'], ['txHash']],
        ({ channelId, txHash }) => isBank(channelId) || Boolean(txHash),
        problemMessage('required'),
      ),
      ['txHash'],
    ),
    forward(
      partialCheck(
        [['channelId'], ['txHash']],
        ({ channelId, txHash }) => !txHash || hasPrefix(channelId, txHash),
        problemMessage('tx_hash'),
      ),
      ['txHash'],
    ),
    forward(
      partialCheck(
        [['channelId'], ['bankRef']],
        ({ channelId, bankRef }) => !isBank(channelId) || Boolean(bankRef),
        problemMessage('required'),
      ),
      ['bankRef'],
    ),
    forward(
      partialCheck(
        [['channelId'], ['amount']],
        ({ channelId, amount }) => parseMoney(amount) >= parseMoney(minOf(channelId)),
        ({ input }) => problemMessage('min_value', inline(money(minOf(input.channelId), currency))),
      ),
      ['amount'],
    ),
  );
}

interface RechargeFormProps {
  data: Channels;
  /** Drawn above the form, below what is sent, and below all of it. */
  before: Children;
  warning: Children;
  after: Children;
}

/**
 * How much, over which network and to which address; then the proof of the payment, which is beside them in a wide
 * window; then the row under review.
 */
export function RechargeForm({ data, before, warning, after }: RechargeFormProps) {
  const { state, output, lost, send, resume } = useCommand(rechargeReport);
  const [share, setShare] = useState<number>();
  const [usedNo, setUsedNo] = useState<string>();
  const isWide = useWide();
  const Title = useHeading(2);
  const schema = useMemo(() => reportWith(data), [data]);
  if (state === 'done') {
    removeDraft('recharge');
    return (
      <Page narrow>
        <Receipt reported={output?.recharge} />
      </Page>
    );
  }
  const submit = async (report: Input<'POST /v1/order/channel/pay'>) => {
    const toFailure = (error: ApiError) => {
      const { reason, params } = error.data;
      if (reason === 'too_many_reports') return withMessage(error, error.message);
      if (reason !== 'proof_used') return error;
      if (params?.no) setUsedNo(String(params.no));
      return withMessage(error, t('accounts.recharge.used'), report.txHash ? 'txHash' : 'bankRef');
    };
    setUsedNo(undefined);
    const result = await send({ ...report, amount: typedAmount(report.amount) }, setShare);
    setShare(undefined);
    return outputOrPending(result, toFailure);
  };
  // A single network is chosen already.
  const only = data.list.length === 1 ? data.list[0]?.id : undefined;
  const button = <ReportButton data={data} share={share} busy={state === 'checking'} />;
  return (
    <Form
      schema={schema}
      defaults={only ? { channelId: only } : {}}
      draftKey="recharge"
      onSubmit={submit}
      refused={lost}
      shape="frame"
    >
      <Page narrow={!isWide}>
        <div className="stack cols">
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
            <SendingState state={state} checking={checkingText()} onAsk={resume} />
            {state === 'forgotten' && (
              <LinkButton href={paths.history.href()}>{t('wallet.history')}</LinkButton>
            )}
            <Card>
              <Title>{t('accounts.recharge.transfer')}</Title>
              <SentAmount data={data} />
              <NetworkChoice data={data} />
              <Transfer data={data} />
            </Card>
            {warning}
          </div>
          <div className="stack">
            <Report data={data} usedNo={usedNo} share={share} />
            {isWide && button}
            {after}
          </div>
        </div>
      </Page>
      {!isWide && button}
    </Form>
  );
}

interface DataProps {
  data: Channels;
}

/** Returns the chosen network; until the identity is verified there is none. */
const useOpenChannel = (data: Channels) => {
  const channel = useChannel(data);
  return data.unavailable === 'identity' ? undefined : channel;
};

/** The amount, the largest figure of the screen, with the limits of the chosen network. */
function SentAmount({ data }: DataProps) {
  const channel = useOpenChannel(data);
  if (!channel) return null;
  return (
    <AmountField
      currency={data.currency}
      hint={<ChannelLimits channel={channel} currency={data.currency} />}
    />
  );
}

/** Where to send on the chosen network; nothing before one is chosen. */
function Transfer({ data }: DataProps) {
  const channel = useChannel(data);
  if (!channel) return null;
  if (data.unavailable === 'identity') return <IdentityNote />;
  return <ChannelFacts channel={channel} currency={data.currency} />;
}

/** What opens top-ups: to verify the identity, or to wait for the review of what was sent. */
function IdentityNote() {
  const { data, loading } = identityResource.ask().value;
  if (!data && loading) return <SkeletonBlock h="120px" />;
  if (data?.status === 'applying') return <Note>{t('accounts.recharge.why.applying')}</Note>;
  return (
    <Note tone="warn">
      <p>{t('accounts.recharge.why.identity')}</p>
      <LinkButton kind="plain" href={paths.identity.href()}>
        {t('accounts.recharge.verify')}
      </LinkButton>
    </Note>
  );
}

interface ReportProps extends DataProps {
  usedNo: string | undefined;
  share: number | undefined;
}

/** The report for the chosen network; nothing before one is chosen. */
function Report({ data, ...shown }: ReportProps) {
  const channel = useOpenChannel(data);
  return channel && <ReportCard channel={channel} {...shown} />;
}

/**
 * Sends the report of the typed amount; absent where nothing can be reported. Says how much of it has been sent, as the
 * proof's own field may be out of sight.
 */
function ReportButton({ data, share, busy }: DataProps & { share: number | undefined; busy: boolean }) {
  const channel = useOpenChannel(data);
  const amount = useTypedAmount();
  if (!channel) return null;
  // While a late answer is asked for, nothing is sent any more.
  const isSending = share !== undefined && !busy;
  return (
    <Dock>
      <FormButton block busy={busy}>
        {isSending ? sendingText(share) : t('accounts.recharge.send')}
        {amount && !isSending && <Amount>{money(amount, data.currency)}</Amount>}
      </FormButton>
    </Dock>
  );
}
