import { useState } from 'react';
import { asApiError } from '../../data/api-error.ts';
import { downloadFile } from '../../data/host.ts';
import { errorText } from '../../lang/index.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';

interface Props extends Pick<ButtonProps, 'kind' | 'icon' | 'children'> {
  name: string;
  /** Asks the server for the address of the file; null where there is none. */
  request: () => Promise<string | null>;
  /** The error where neither the browser nor the host saves the file. */
  notSaved: string;
}

/** Saves a file that the server makes at the press; says beside the button why it could not. */
export function SaveFileButton({ name, request, notSaved, children, ...look }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const save = async () => {
    setBusy(true);
    setProblem('');
    try {
      const url = await request();
      const { via } = url ? await downloadFile(name, url) : { via: 'none' };
      if (via === 'none') setProblem(notSaved);
    } catch (thrown) {
      setProblem(errorText(asApiError(thrown)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="stack tight">
      <Button {...look} className="start" busy={busy} onClick={() => void save()}>
        {children}
      </Button>
      {problem && (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      )}
    </div>
  );
}
