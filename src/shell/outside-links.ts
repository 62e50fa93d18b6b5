import { currentGuest } from '../data/guest.ts';
import { canOpen, openUrl } from '../data/host.ts';

/** Links that lead outside of Souk are opened by the host, where there is one: a frame must not become another page. */
export function followOutsideLinks(root: HTMLElement): () => void {
  const click = (event: MouseEvent) => {
    const link = event
      .composedPath()
      .find((node): node is HTMLAnchorElement => node instanceof HTMLAnchorElement);
    if (!link || event.defaultPrevented || !currentGuest() || !isOutside(link)) return;
    event.preventDefault();
    void openUrl(link.href);
  };
  root.addEventListener('click', click);
  return () => root.removeEventListener('click', click);
}

const isOutside = ({ href, origin, download }: HTMLAnchorElement) =>
  !download && canOpen(href) && origin !== location.origin;
