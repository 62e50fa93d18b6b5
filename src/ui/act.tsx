import type { CSSProperties } from 'react';
import type { Output } from '../contract/calls.ts';
import { IconTile } from './icon-tile.tsx';
import { ClipboardList } from './icons/clipboard-list.ts';
import { IdCard } from './icons/id-card.ts';
import { Lock } from './icons/lock.ts';
import { MessageSquareText } from './icons/message-square-text.ts';
import { Package } from './icons/package.ts';
import { Undo2 } from './icons/undo-2.ts';
import { Wallet } from './icons/wallet.ts';
import type { IconOf } from './props.ts';
import { Thumb } from './thumb.tsx';

type Act = Output<'POST /v1/today'>['acts'][number];

const icons: Readonly<Record<Act['kind'], IconOf>> = {
  restriction: Lock,
  case: Undo2,
  pay: ClipboardList,
  delisted: Package,
  stock: Package,
  identity: IdCard,
  deposit: Wallet,
  reviews: MessageSquareText,
};

/** The pictures of an act's goods, one over the other; a drawing where it is about none. */
export function ActMark({ of: { kind, images } }: { of: Act }) {
  const Icon = icons[kind] ?? ClipboardList;
  if (images.length === 0)
    return (
      <IconTile>
        <Icon />
      </IconTile>
    );
  return (
    <span style={pile}>
      {images.map((src, index) => (
        <span key={`${index} ${src}`} style={placeOf(index)}>
          <Thumb src={src} size={44} />
        </span>
      ))}
    </span>
  );
}

const pile: CSSProperties = { display: 'flex', flex: 'none', isolation: 'isolate' };
/** The first one lies on top. */
const placeOf = (index: number): CSSProperties => ({
  position: 'relative',
  zIndex: -index,
  marginInlineStart: index > 0 ? '-38px' : undefined,
  borderRadius: 'var(--r-s)',
  boxShadow: '0 0 0 1px var(--surface)',
});
