import { type Navigator, splitUrl } from '../location.ts';
import { nameOfPath, paths } from '../paths.ts';

/**
 * Shows a screen by the address that a page or host gives, without asking: a person who pressed a notification wants to be
 * there, and drafts are kept. The first screen is shown with nothing behind it. Returns false where Souk has no such screen.
 */
export function openPath(nav: Navigator, address: string): boolean {
  const { path, search } = splitUrl(address.replace(/#.*/s, ''));
  if (!nameOfPath(path)) return false;
  const url = path + search;
  if (url === paths.shopCentre.path) nav.home(url);
  else if (url !== nav.currentUrl()) nav.forceRoute(url);
  return true;
}

/** What to write in place of an address that Souk does not have. */
export const unknownPath = (address: string) =>
  `Souk: unknown_path: there is no screen at "${address}": write one of the paths in docs/embedding.md, such as "/orderList".`;
