import { useState } from 'react';
import { has } from '../../data/session.ts';
import type { Shop } from '../../data/shop.ts';
import { weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { lazy } from '../../ui/lazy.tsx';
import { lazySheet } from '../../ui/lazy-sheet.tsx';
import { Note } from '../../ui/note.tsx';
import { Papers } from './papers.tsx';

const CloseSheet = lazySheet(() => import('./close-sheet.tsx'), { texts: ['pay'] });

/** Closing the shop, in plain words and never hidden. Its sheet stays for the receipt when the shop is closed. */
function CloseShop({ isOpen }: { isOpen: boolean }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      {isOpen && (
        <Card title={t('business.close.title')} className="tight">
          <p className="muted">{t('business.close.text')}</p>
          <Button onClick={() => setAsking(true)}>{t('business.close.begin')}</Button>
        </Card>
      )}
      {asking && <CloseSheet onClose={() => setAsking(false)} />}
    </>
  );
}

const ShopForm = lazy(() => import('./shop-form.tsx'));

export function ShopSections({ data }: { data: Shop }) {
  const [saved, setSaved] = useState(0);
  const { closesAt } = data;
  const isOpen = !closesAt;
  return (
    <div className="stack">
      {closesAt && (
        <Note tone="warn" icon={TriangleAlert}>
          {t('business.shop.closing', { date: weekDate(closesAt) })}
        </Note>
      )}
      <ShopFacts data={data} />
      {has('shopEdit') && isOpen && <ShopForm key={saved} data={data} onSaved={() => setSaved(saved + 1)} />}
      <Papers list={data.qualifications ?? []} isOpen={has('shopEdit') && isOpen} />
      <Card title={t('business.shop.decisions')} className="tight">
        <p className="muted">{t('business.shop.decisions_text')}</p>
        <LinkButton href={paths.appeal.href()}>{t('business.shop.decisions_see')}</LinkButton>
      </Card>
      {has('shopClose') && <CloseShop isOpen={isOpen} />}
    </div>
  );
}

/** The known data of the shop; the server has masked what identifies a person. */
function ShopFacts({ data }: { data: Shop }) {
  const { name, no, level, address, phoneMasked, idNumberMasked, idPhotoSet } = data;
  const rows = [
    [t('business.shop.no'), no && <Code>{no}</Code>],
    [t('business.shop.level'), level && (t(`level.${level}`) || level)],
    [t('business.shop.address'), address && <bdi>{address}</bdi>],
    [t('business.shop.phone'), phoneMasked && <Code>{phoneMasked}</Code>],
    [t('business.shop.id_number'), idNumberMasked && <Code>{idNumberMasked}</Code>],
    [
      t('business.shop.id_photo'),
      t(idPhotoSet ? 'business.shop.id_photo_set' : 'business.shop.id_photo_none'),
    ],
  ] as const;
  return (
    <Card title={name} className="tight">
      <DescriptionList rows={rows} />
      <div className="cells tight">
        <LinkButton href={paths.identity.href()}>{t('business.identity.title')}</LinkButton>
        <LinkButton href={paths.upgrade.href()}>{t('business.shop.compare')}</LinkButton>
      </div>
    </Card>
  );
}
