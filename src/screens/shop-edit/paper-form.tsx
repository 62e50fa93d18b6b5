import { useState } from 'react';
import { editShop } from '../../data/shop-edit.ts';
import { toast } from '../../data/toast.ts';
import { uploadsFor } from '../../data/uploads.ts';
import { t } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Upload } from '../../ui/upload.tsx';
import type { Chosen } from '../../ui/use-upload.ts';
import { useAct } from '../pay/use-act.ts';

/** One more paper for the shop, to be reviewed. */
export default function PaperForm() {
  const [paper, setPaper] = useState<Chosen>();
  const { act, busy, problem } = useAct(async (say) => {
    if (!paper?.fileId) return;
    await editShop({ qualificationFileIds: [paper.fileId] }, () => say(t('business.checking')));
    setPaper(undefined);
    toast(() => t('business.shop.paper_sent'), 'good');
  });
  return (
    <>
      <Upload
        {...uploadsFor('qualification')}
        label={t('business.shop.paper_add')}
        value={paper}
        onFile={setPaper}
        error={problem || undefined}
      />
      {paper && (
        <Button waiting={!paper.fileId} busy={busy} onClick={act}>
          {t('business.identity.send')}
        </Button>
      )}
    </>
  );
}
