import { useState } from 'react';
import { t } from '../lang/index.ts';
import { Code } from './amount.tsx';
import { Button } from './button.tsx';
import { Copy } from './icons/copy.ts';

interface CopyLineProps {
  label: string;
  text: string;
  /** Absent for an example, which is not to be used. */
  copy: ((text: string) => Promise<{ via: string }>) | undefined;
}

/** Something to take along by copying. What was copied is echoed by its ends, so that it can be compared. */
export function CopyLine({ label, text, copy }: CopyLineProps) {
  const [status, setStatus] = useState('');
  const copyText = async () => {
    const via = (await copy?.(text))?.via;
    setStatus(via === 'none' ? t('accounts.not_copied') : t('accounts.copied', ends(text)));
  };
  return (
    <div className="stack near">
      <div className="line over">
        <p className="small muted">{label}</p>
        {copy && (
          <Button kind="plain" icon={Copy} onClick={() => void copyText()}>
            {t('accounts.copy')}
          </Button>
        )}
      </div>
      <p dir="ltr" style={box}>
        <Code mono>
          {inFours(text).map((four, at) => (
            <span key={at} className="four">
              {four}
            </span>
          ))}
        </Code>
      </p>
      {copy && (
        <p className="small" role="status">
          {status}
        </p>
      )}
    </div>
  );
}

const box = { padding: '12px', borderRadius: 'var(--r-s)', background: 'var(--sunken)' };

/** Splits an address or a hash, which is compared by eye; without spaces, so that it is copied in one piece. */
const inFours = (text: string) => (/^\w{24,}$/.test(text) ? (text.match(/.{1,4}/g) ?? []) : [text]);

const ends = (text: string) => ({ first: text.slice(0, 4), last: text.slice(-4) });
