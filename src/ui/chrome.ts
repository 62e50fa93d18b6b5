import { createContext, useContext } from 'react';

/**
 * Where Souk is drawn. On its own page it owns the banner, `main` and the title;
 * inside a host's page these belong to the host, and headings start at h2.
 */
export const Chrome = createContext<'page' | 'embed'>('page');

/** Returns the tag of a heading of that level on Souk's own page; one level lower in a host's. */
export const useHeading = (level: 1 | 2 | 3) =>
  `h${useContext(Chrome) === 'page' ? level : level + 1}` as 'h1' | 'h2' | 'h3' | 'h4';
