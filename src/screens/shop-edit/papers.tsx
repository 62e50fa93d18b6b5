import { openable } from '../../data/host.ts';
import type { Shop } from '../../data/shop.ts';
import { number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { lazy } from '../../ui/lazy.tsx';
import { Quotation } from '../../ui/quotation.tsx';

const PaperForm = lazy(() => import('./paper-form.tsx'));

const tones = { applying: 'warn', verified: 'good', rejected: 'bad' } as const;

/** The shop's qualifications, how the review of each stands and why one was refused. */
export function Papers({ list, isOpen }: { list: Shop['qualifications']; isOpen: boolean }) {
  return (
    <Card title={t('business.shop.papers')} className="tight">
      {list.length === 0 && <p className="muted">{t('business.shop.papers_none')}</p>}
      {list.length > 0 && (
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
      )}
      {isOpen && (
        <div className={classes('stack tight', list.length > 0 && 'rule')}>
          <PaperForm />
        </div>
      )}
    </Card>
  );
}
