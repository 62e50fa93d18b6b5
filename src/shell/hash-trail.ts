import { browserTrail } from './trail.ts';

/** Addresses in the fragment of somebody else's page: `#/orderList`. */
export const hashTrail = () =>
  browserTrail({
    around: 'a host page',
    addressIn: (href) => (href.startsWith('#/') ? href.slice(1) : href),
    read: () => (location.hash.startsWith('#/') ? location.hash.slice(1) : '/'),
    // Whole, for the page may say of its relative addresses that they begin elsewhere.
    write: (url) => `${location.pathname}${location.search}#${url}`,
  });
