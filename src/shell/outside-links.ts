import { currentGuest } from '../data/guest.ts';
import { mayFollow, openUrl, saveFrom } from '../data/host.ts';
import { toast } from '../data/toast.ts';
import { t } from '../lang/i18n.ts';

/**
 * Where there is a host, it opens what leads outside of Souk, or into a window of its own, and saves what is to be
 * saved: a frame must not become another page, and a WebView has neither windows nor a place for files.
 */
export function followOutsideLinks(root: HTMLElement): () => void {
  const click = (event: MouseEvent) => {
    const link = event
      .composedPath()
      .find((node): node is HTMLAnchorElement => node instanceof HTMLAnchorElement);
    if (!link || event.defaultPrevented || !currentGuest() || !mayFollow(link.href)) return;
    const isFile = link.hasAttribute('download');
    if (!isFile && link.origin === location.origin && link.target !== '_blank') return;
    event.preventDefault();
    if (isFile) void save(link);
    else void openUrl(link.href);
  };
  root.addEventListener('click', click);
  return () => root.removeEventListener('click', click);
}

async function save({ download, href, pathname }: HTMLAnchorElement) {
  const { via } = await saveFrom(download || (pathname.split('/').at(-1) ?? ''), href);
  if (via === 'none') toast(() => t('flow.not_saved'), 'bad');
}
