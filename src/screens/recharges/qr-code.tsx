import { useMemo } from 'react';
import { encode } from 'uqr';
import { t } from '../../lang/index.ts';

/** An address as QR code, drawn as one path: dark on white in every theme, as phones do not read it otherwise. */
export default function QrCode({ text }: { text: string }) {
  const { path, size } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      role="img"
      aria-label={t('accounts.recharge.qr')}
      viewBox={`0 0 ${size} ${size}`}
      width="168"
      height="168"
      style={{ margin: 'auto', background: '#fff' }}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

function drawn(text: string) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { path, size };
}
