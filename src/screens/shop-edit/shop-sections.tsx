import { useState } from 'react';
import { has } from '../../data/session.ts';
import type { Shop } from '../../data/shop.ts';
import { labelOf } from '../../lang/compose.ts';
import { weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { Item } from '../../ui/item.tsx';
import { lazySheet } from '../../ui/lazy-sheet.tsx';
import { Note } from '../../ui/note.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { Papers } from './papers.tsx';
import type { ShopPart } from './shop-form.tsx';

const CloseSheet = lazySheet(() => import('./close-sheet.tsx'), { texts: ['pay'] });
const ShopForm = lazySheet(() => import('./shop-form.tsx'));

export function ShopSections({ data }: { data: Shop }) {
  const [editing, setEditing] = useState<ShopPart>();
  const [closing, setClosing] = useState(false);
  const { closesAt } = data;
  const isOpen = !closesAt;
  const canEdit = has('shopEdit') && isOpen;
  return (
    <div className="stack">
      {closesAt && (
        <Note tone="warn" icon={TriangleAlert}>
          {t('business.shop.closing', { date: weekDate(closesAt) })}
        </Note>
      )}
      <ShopFacts data={data} onEdit={canEdit ? setEditing : undefined} />
      <Papers list={data.qualifications ?? []} isOpen={canEdit} />
      <ul className="items">
        <Item
          title={t('business.shop.decisions')}
          note={t('business.shop.decisions_text')}
          next
          href={paths.appeal.href()}
        />
        {/* In plain words, and never hidden. */}
        {has('shopClose') && isOpen && (
          <Item
            title={
              <span className="tone" data-tone="bad">
                {t('business.close.title')}
              </span>
            }
            note={t('business.close.text')}
            onPress={() => setClosing(true)}
          />
        )}
      </ul>
      {editing && <ShopForm data={data} part={editing} onClose={() => setEditing(undefined)} />}
      {/* Its sheet stays for the receipt when the shop is closed. */}
      {closing && <CloseSheet onClose={() => setClosing(false)} />}
    </div>
  );
}

interface FactsProps {
  data: Shop;
  /** Undefined where nothing can be changed. */
  onEdit: ((part: ShopPart) => void) | undefined;
}

/** The known facts of the shop, each leading to where it is changed; the server has masked what identifies a person. */
function ShopFacts({ data, onEdit }: FactsProps) {
  const { name, logo, no, level, address, phoneMasked, idNumberMasked, idPhotoSet } = data;
  const edit = (part: ShopPart) => onEdit && ({ onPress: () => onEdit(part), next: true } as const);
  const photos = t(idPhotoSet ? 'business.shop.id_photo_set' : 'business.shop.id_photo_none');
  return (
    <ul className="items">
      <Item
        media={<Thumb src={logo} size={44} />}
        title={name}
        note={no && <Code>{no}</Code>}
        label={labelOf(t('business.shop.name')) + name}
        {...edit('name')}
      />
      <Item
        title={t('business.shop.address')}
        note={address ? <bdi>{address}</bdi> : t('common.no_value')}
        {...edit('address')}
      />
      <Item
        title={t('business.shop.phone')}
        note={phoneMasked ? <Code>{phoneMasked}</Code> : t('common.no_value')}
        {...edit('phone')}
      />
      <Item
        title={t('business.identity.title')}
        note={
          <>
            {idNumberMasked && (
              <>
                {t('business.shop.id_number')} <Code>{idNumberMasked}</Code> ·{' '}
              </>
            )}
            {labelOf(t('business.shop.id_photo'))}
            {photos}
          </>
        }
        next
        href={paths.identity.href()}
      />
      <Item
        title={t('business.shop.level')}
        note={level && (t(`level.${level}`) || level)}
        next
        href={paths.upgrade.href()}
      />
    </ul>
  );
}
