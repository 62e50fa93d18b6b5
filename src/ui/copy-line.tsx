import { useState } from 'react';
import { t } from '../lang/i18n.ts';
import { Code } from './amount.tsx';
import { Button } from './button.tsx';
import { Copy } from './icons/copy.ts';

interface CopyLineProps {
  label: string;
  text: string;
  copy: (text: string) => Promise<{ via: string }>;
}

/** Something to take along by copying. What was copied is echoed by its ends, so that it can be compared. */
export function CopyLine({ label, text, copy }: CopyLineProps) {
  const [status, setStatus] = useState('');
  const copyText = async () => {
    const { via } = await copy(text);
    setStatus(via === 'none' ? t('accounts.not_copied') : t('accounts.copied', ends(text)));
  };
  return (
    <div className="stack near">
      <div className="line over">
        <p className="small muted">{label}</p>
        <Button kind="plain" icon={Copy} onClick={() => void copyText()}>
          {t('accounts.copy')}
        </Button>
      </div>
      <p>
        <Code mono>
          {inFours(text).map((four, at) => (
            <span key={at} className="four">
              {four}
            </span>
          ))}
        </Code>
      </p>
      <p className="small" role="status">
        {status}
      </p>
    </div>
  );
}

/** Splits what is compared by eye; without spaces, so that it is copied in one piece. */
const inFours = (text: string) => text.match(/.{1,4}/gsu) ?? [];

const ends = (text: string) => ({ first: text.slice(0, 4), last: text.slice(-4) });
