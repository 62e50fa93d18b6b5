import { element } from './element.ts';

export interface HostPageConfig {
  /** Base of the calls. */
  readonly api: string;
  /** Languages that Souk offers here. */
  readonly langs: readonly string[];
  /** Who signs in where nobody else is named. */
  readonly demo: { readonly username: string; readonly password: string };
}

/** What the server put into the page. */
export const config: HostPageConfig = {
  api: '/api',
  langs: ['en'],
  demo: { username: '', password: '' },
  ...JSON.parse(element('souk-config').textContent || '{}'),
};
