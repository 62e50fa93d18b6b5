import { browserHistory } from './history-adapter.ts';

/** Keeps addresses in the fragment of a host's page: `#/orderList`. */
export const hashHistory = () =>
  browserHistory({
    mode: 'embed',
    toAppUrl: (href) => (href.startsWith('#/') ? href.slice(1) : href),
    read: () => (location.hash.startsWith('#/') ? location.hash.slice(1) : '/'),
    // The full address, as a `<base>` of the page would redirect a relative one.
    write: (url) => `${location.pathname}${location.search}#${url}`,
  });
