import { createContext } from 'react';

/**
 * Where Souk is drawn. On its own page it owns the banner, `main` and the title;
 * inside a host's page these belong to the host, and headings start at h2.
 */
export const Chrome = createContext<'page' | 'embed'>('page');
