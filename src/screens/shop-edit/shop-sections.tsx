import { useState } from 'react';
import { openable, share } from '../../data/host.ts';
import { identityResource } from '../../data/identity.ts';
import { hasFeature } from '../../data/session.ts';
import type { Shop } from '../../data/shop.ts';
import { storeResource } from '../../data/store.ts';
import { labelOf, number, t, weekDate } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { Card } from '../../ui/card.tsx';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { Item } from '../../ui/item.tsx';
import { Note } from '../../ui/note.tsx';
import { lazySheet } from '../../ui/sheet.tsx';
import { ShopLink } from '../../ui/shop-link.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import type { ShopPart } from './shop-form.tsx';

const CloseSheet = lazySheet(() => import('./close-sheet.tsx'), { texts: ['pay'] });
const PapersSheet = lazySheet(() => import('./papers-sheet.tsx'));
const ShopForm = lazySheet(() => import('./shop-form.tsx'), { texts: ['pay'] });

interface ClosingProps {
  closesAt: string;
  waitsFor: NonNullable<Shop['waitsFor']>;
}

/** What the end of the shop waits for; a date alone where only that is left. */
function Closing({ closesAt, waitsFor }: ClosingProps) {
  const date = weekDate(closesAt);
  return (
    <Note tone="warn" icon={TriangleAlert}>
      <p>{waitsFor.length ? t('business.shop.closing_after') : t('business.shop.closing', { date })}</p>
      <ul style={{ listStyle: 'disc inside' }}>
        {waitsFor.map((wait) => (
          <li key={wait}>{t(`business.shop.waits.${wait}`, { date })}</li>
        ))}
      </ul>
    </Note>
  );
}

export function ShopSections({ data }: { data: Shop }) {
  const [editing, setEditing] = useState<ShopPart>();
  const [opened, setOpened] = useState<'papers' | 'closing'>();
  const close = () => setOpened(undefined);
  const { closesAt, waitsFor = [], qualifications = [] } = data;
  const isOpen = !closesAt;
  const canEdit = hasFeature('shopEdit') && isOpen;
  return (
    <div className="stack">
      {closesAt && <Closing closesAt={closesAt} waitsFor={waitsFor} />}
      <ShopFacts data={data} onEdit={canEdit ? setEditing : undefined} />
      <Front />
      <ul className="items">
        <IdentityRow data={data} />
        <PapersRow list={qualifications} isOpen={canEdit} onOpen={() => setOpened('papers')} />
        <Item
          title={t('business.shop.decisions')}
          note={t('business.shop.decisions_text')}
          next
          href={paths.appeal.href()}
        />
      </ul>
      {/* Never hidden; its sheet says what ends and what goes on. */}
      {hasFeature('shopClose') && isOpen && (
        <ul className="items">
          <Item
            title={
              <span className="tone" data-tone="bad">
                {t('business.close.title')}
              </span>
            }
            note={t('business.close.about')}
            onPress={() => setOpened('closing')}
            next
          />
        </ul>
      )}
      {editing && <ShopForm data={data} part={editing} onClose={() => setEditing(undefined)} />}
      {/* Its sheet stays for the receipt when the shop is closed. */}
      {opened === 'closing' && <CloseSheet onClose={close} />}
      {opened === 'papers' && <PapersSheet list={qualifications} isOpen={canEdit} onClose={close} />}
    </div>
  );
}

/** The shop as buyers see it, where the operator has named its front. */
function Front() {
  const shop = storeResource.ask().value.data;
  const href = openable(shop?.shareUrl);
  if (!shop || !href) return null;
  return (
    <Card className="tight">
      <ShopLink
        href={href}
        share={() => share({ title: shop.name, url: new URL(href, location.href).href })}
      />
    </Card>
  );
}

interface PapersRowProps {
  list: Shop['qualifications'];
  isOpen: boolean;
  onOpen: () => void;
}

/** The qualifications in one line, each with the state of its review; it leads to them where there is something to do. */
function PapersRow({ list, isOpen, onOpen }: PapersRowProps) {
  const states = list.map(
    ({ status }, index) =>
      labelOf(t('business.shop.paper', { no: number(index + 1) })) +
      (t(`business.identity.status.${status}`) || status),
  );
  const leads = isOpen || list.length > 0;
  return (
    <Item
      title={t('business.shop.papers')}
      figure={list.length === 0 && <span className="value">{t('business.shop.papers_none')}</span>}
      note={states.length > 0 ? states.join(' · ') : undefined}
      onPress={leads ? onOpen : undefined}
      next={leads}
    />
  );
}

interface FactsProps {
  data: Shop;
  /** Undefined where nothing can be changed. */
  onEdit: ((part: ShopPart) => void) | undefined;
}

/** The known facts of the shop, each leading to where it is changed; the server has masked what identifies a person. */
function ShopFacts({ data, onEdit }: FactsProps) {
  const { name, logo, no, level, address, phoneMasked } = data;
  const edit = (part: ShopPart) => onEdit && ({ onPress: () => onEdit(part), next: true } as const);
  return (
    <ul className="items">
      <Item
        media={<Thumb src={logo} size={44} />}
        title={name}
        note={no && <Code>{no}</Code>}
        label={labelOf(t('business.shop.name')) + name}
        {...edit('name')}
      />
      <Item title={<Label>{t('business.shop.address')}</Label>} {...edit('address')}>
        <bdi>{address || t('common.no_value')}</bdi>
      </Item>
      <Item title={<Label>{t('business.shop.phone')}</Label>} {...edit('phone')}>
        {phoneMasked ? <Code>{phoneMasked}</Code> : t('common.no_value')}
      </Item>
      <Item title={<Label>{t('business.shop.level')}</Label>} next href={paths.upgrade.href()}>
        {level && (t(`level.${level}`) || level)}
      </Item>
    </ul>
  );
}

/** The name of a fact, over its value. */
const Label = ({ children }: { children: string }) => <span className="small muted read">{children}</span>;

/** How the verification stands, with what it rests on. */
function IdentityRow({ data: { idNumberMasked, idPhotoSet } }: { data: Shop }) {
  const status = identityResource.ask().value.data?.status;
  const photos = t(idPhotoSet ? 'business.shop.id_photo_set' : 'business.shop.id_photo_none');
  return (
    <Item
      title={t('business.identity.title')}
      figure={status && <span className="value">{t(`business.identity.status.${status}`)}</span>}
      note={
        <>
          {idNumberMasked && (
            <>
              <Code>{idNumberMasked}</Code> ·{' '}
            </>
          )}
          {labelOf(t('business.shop.id_photo'))}
          {photos}
        </>
      }
      next
      href={paths.identity.href()}
    />
  );
}
