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
      <p className="small muted">{label}</p>
      <div className="row between">
        <p className="grow" style={{ overflowWrap: 'anywhere' }}>
          <Code mono>{text}</Code>
        </p>
        <Button icon={Copy} onClick={() => void copyText()}>
          {t('accounts.copy')}
        </Button>
      </div>
      <p className="small" role="status">
        {status}
      </p>
    </div>
  );
}

const ends = (text: string) => ({ first: text.slice(0, 4), last: text.slice(-4) });
