import { openable } from '../../data/host.ts';
import type { Shop } from '../../data/shop.ts';
import { number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { Quotation } from '../../ui/quotation.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { PaperForm } from './paper-form.tsx';

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
