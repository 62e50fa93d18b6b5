import { useState } from 'react';
import { shopEdit } from '../../data/shop-edit.ts';
import { toast } from '../../data/toast.ts';
import { uploadRulesFor } from '../../data/uploads.ts';
import { t } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Upload } from '../../ui/upload.tsx';
import type { Chosen } from '../../ui/use-upload.ts';
import { problemText, useCommand } from '../command/use-command.ts';

/** One more paper for the shop, to be reviewed. */
export function PaperForm() {
  const [paper, setPaper] = useState<Chosen>();
  const { state, error, isBusy, send } = useCommand(shopEdit);
  const submit = async (fileId: string) => {
    const result = await send({ qualificationFileIds: [fileId] });
    if (result.state !== 'done') return;
    setPaper(undefined);
    toast(() => t('business.shop.paper_sent'), 'good');
  };
  const problem = state === 'checking' ? t('business.checking') : error && problemText(error);
  return (
    <>
      <Upload
        {...uploadRulesFor('qualification')}
        label={t('business.shop.paper_add')}
        value={paper}
        onFile={setPaper}
        error={problem || undefined}
      />
      {paper && (
        <Button waiting={!paper.fileId} busy={isBusy} onClick={() => void submit(paper.fileId ?? '')}>
          {t('business.identity.send')}
        </Button>
      )}
    </>
  );
}
