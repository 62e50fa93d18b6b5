import { useState } from 'react';
import { openable } from '../../data/host.ts';
import { type Shop, shopEdit } from '../../data/shop.ts';
import { toast } from '../../data/toast.ts';
import { uploadRulesFor } from '../../data/uploads.ts';
import { number, t } from '../../lang/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Quotation } from '../../ui/quotation.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Upload } from '../../ui/upload.tsx';
import type { Chosen } from '../../ui/use-upload.ts';
import { problemText, useCommand } from '../command/use-command.ts';

const tones = { applying: 'warn', verified: 'good', rejected: 'bad' } as const;

interface PapersProps {
  list: Shop['qualifications'];
  /** Whether another one can be sent. */
  isOpen: boolean;
  onClose: () => void;
}

/** The shop's qualifications, how the review of each stands and why one was refused; and the way to send another. */
export default function PapersSheet({ list, isOpen, onClose }: PapersProps) {
  return (
    <Sheet title={t('business.shop.papers')} onClose={onClose}>
      <div className="stack">
        {list.length > 0 ? (
          <ul className="list">
            {list.map(({ id, url, status, reason, note }, index) => (
              <li key={id} className="stack near">
                <div className="row between">
                  <a className="hit" href={openable(url)} target="_blank" rel="noopener">
                    {t('business.shop.paper', { no: number(index + 1) })}
                  </a>
                  <Badge tone={tones[status]}>{t(`business.identity.status.${status}`) || status}</Badge>
                </div>
                {reason && <p className="small muted">{reason}</p>}
                {note && <Quotation>{note}</Quotation>}
              </li>
            ))}
          </ul>
        ) : (
          <p className="muted">{t('business.shop.papers_ask')}</p>
        )}
        {isOpen && (
          <div className={classes('stack tight', list.length > 0 && 'rule')}>
            <PaperForm />
          </div>
        )}
      </div>
    </Sheet>
  );
}

/** Sends one more paper of the shop to be reviewed. */
function PaperForm() {
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
