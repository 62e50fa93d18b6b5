import { useState } from 'react';
import { downloadExport, type ExportLinks } from '../../data/blocked.ts';
import { dateTime, t } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';

const files = ['wallet', 'orders', 'statements'] as const;

/** A merchant's own records, for one who is locked out: the links need no sign-in. */
export default function AccountExports({ exports }: { exports: ExportLinks }) {
  const [busy, setBusy] = useState('');
  const [failed, setFailed] = useState('');
  const download = async (name: string, url: string) => {
    setBusy(name);
    setFailed('');
    if ((await downloadExport(url)).via === 'none') setFailed(name);
    setBusy('');
  };
  return (
    <Card title={t('people.blocked.files')}>
      <p className="muted">
        {t('people.blocked.files_text')}
        {exports.until && ` ${t('people.blocked.until', { at: dateTime(exports.until) })}`}
      </p>
      <div className="stack tight">
        {files.map((name) => {
          const url = exports[name];
          return (
            url && (
              <Button key={name} busy={busy === name} onClick={() => void download(name, url)}>
                {t(`people.blocked.${name}`)}
              </Button>
            )
          );
        })}
      </div>
      {failed && (
        <Note tone="bad" role="alert">
          {t('people.blocked.not_saved')}
        </Note>
      )}
    </Card>
  );
}
