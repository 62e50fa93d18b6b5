import type { Output } from '../../../contract/calls.ts';
import type { Deps } from '../../platform/context.ts';
import { masked } from '../../platform/mask.ts';
import { signedUrl } from '../../platform/secrets/signed-links.ts';
import { qualificationsOf } from '../../shops/shop/qualifications.ts';
import { creditOf, standingOf } from '../../shops/shop/shop-counts.ts';
import { type ShopRow, shopOf } from '../../shops/shop-row.ts';
import { goodsCap } from '../../shops/showcase/showcase-capacity.ts';
import { identityOf } from '../identity/identity-row.ts';
import { closingWaits } from './close-shop.ts';

/** Returns the merchant's uploaded logo, as a link valid for five minutes; else the logo the shop was opened with. */
export const logoOf = async (deps: Deps, { logo, logoFileId }: ShopRow): Promise<string> =>
  logoFileId ? signedUrl(deps, logoFileId) : logo;

/** Returns the shop as its merchant sees it. */
export async function shopView(
  deps: Deps,
  shopId: string,
  lang: string,
): Promise<Output<'GET /v1/shop/info'>> {
  const { db } = deps;
  const shop = await shopOf(db, shopId);
  const { star } = await standingOf(db, shop);
  const { closesAt, waitsFor } = await closingWaits(deps, shop);
  const { idNumberMasked, frontFileId } = await identityOf(db, shopId);
  return {
    id: shop.id,
    no: shop.no,
    name: shop.name,
    address: shop.address,
    level: shop.level,
    logo: await logoOf(deps, shop),
    phoneMasked: masked(shop.phone),
    idNumberMasked: idNumberMasked ?? '',
    idPhotoSet: frontFileId !== null,
    qualifications: await qualificationsOf(deps, shopId, lang),
    ...(await creditOf(db, shopId, lang)),
    star,
    timeZone: shop.timeZone,
    goodsCap: goodsCap(deps, shop),
    closesAt: closesAt?.toISOString() ?? null,
    waitsFor,
  };
}
