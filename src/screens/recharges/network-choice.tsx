import { useEffect } from 'react';
import type { Channel, Channels } from '../../data/recharges.ts';
import { t } from '../../lang/index.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { useForms } from '../../ui/form.tsx';
import { useFieldValue } from '../../ui/form-field.tsx';
import { FormRadioGroup } from '../../ui/form-radio-group.tsx';
import { networkOf } from './channel-facts.tsx';

/** Returns the network that the form has chosen; undefined before one is. */
export const useChannel = ({ list }: Channels) => {
  const id = useFieldValue('channelId');
  return list.find((one) => one.id === id);
};

/** Over which network; a single one takes the place of what an earlier draft has chosen. */
export function NetworkChoice({ data: { list } }: { data: Channels }) {
  const { setValue } = useForms();
  const only = list.length === 1 ? list[0] : undefined;
  useEffect(() => {
    if (only) setValue('channelId', only.id);
  }, [only, setValue]);
  if (only)
    return (
      <DescriptionList
        rows={[
          [
            t('accounts.recharge.network'),
            <>
              {networkOf(only)}
              <span className="hint">{assetOf(only)}</span>
            </>,
          ],
        ]}
      />
    );
  return (
    <FormRadioGroup
      name="channelId"
      label={t('accounts.recharge.network')}
      items={list.map((channel) => ({
        value: channel.id,
        label: networkOf(channel),
        note: assetOf(channel),
      }))}
    />
  );
}

const assetOf = ({ network, name, asset }: Channel) => (network ? `${name} · ${asset}` : asset);
