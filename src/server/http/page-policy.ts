import type { Config } from '../platform/config/config.ts';

type Policy = Record<string, readonly string[]>;

const policyText = (policy: Policy): string =>
  Object.entries(policy)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');

const none = ["'none'"];
const self = "'self'";

const base: Policy = {
  'default-src': none,
  'object-src': none,
  'base-uri': none,
  'form-action': none,
  'worker-src': none,
  // No string becomes markup or script.
  'require-trusted-types-for': ["'script'"],
  'trusted-types': none,
};

export interface InlineHashes {
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

const quoted = (hashes: readonly string[]): string[] => hashes.map((hash) => `'${hash}'`);

/**
 * Returns the policy of the app's page: scripts by hash or from this server, no frames in it, framed by the configured
 * hosts alone.
 */
export const appPolicy = (
  { scriptHashes, styleHashes }: InlineHashes,
  { hosts, demo, fileHost }: Config,
): string => {
  // In the demo the page /host, of this same origin, plays the host.
  const ancestors = demo ? [self, ...hosts] : hosts;
  return policyText({
    ...base,
    'script-src': [self, ...quoted(scriptHashes)],
    'style-src': [self, ...quoted(styleHashes)],
    'img-src': [self, 'data:', 'blob:', ...(fileHost ? [fileHost] : [])],
    'connect-src': [self],
    // A frame inside the page could reach the host's message handler in WebKit.
    'frame-src': none,
    'child-src': none,
    'frame-ancestors': ancestors.length > 0 ? ancestors : none,
  });
};

/** Returns the policy of the demo's page that plays a host: it frames only the app, and no page may frame it. */
export const hostPolicy = ({ scriptHashes, styleHashes }: InlineHashes): string =>
  policyText({
    ...base,
    'script-src': [self, ...quoted(scriptHashes)],
    'style-src': [self, ...quoted(styleHashes)],
    'img-src': [self, 'data:'],
    'connect-src': [self],
    'frame-src': [self],
    'frame-ancestors': none,
  });

/**
 * The policy of the demo's page that draws the OpenAPI document. Swagger UI sets styles in its markup and makes markup of
 * text, which it cleans itself; scripts are files of this server alone.
 */
export const docsPolicy: string = policyText({
  'default-src': none,
  'base-uri': none,
  'form-action': none,
  'script-src': [self],
  'style-src': [self, "'unsafe-inline'"],
  'img-src': [self, 'data:'],
  'connect-src': [self],
  'frame-ancestors': none,
});

/** The policy of data: not run and not framed, even if a browser takes it for a page. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** What pages may use of a device. */
export const permissionsPolicy = 'camera=(self), microphone=(), geolocation=(), payment=()';
