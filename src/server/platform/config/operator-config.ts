import * as v from 'valibot';
import { levelBrands } from '../../../contract/status.ts';
import { address, choice, type EnvReader, members } from './env.ts';

export interface Operator {
  legalName: string;
  licence: string;
  address: string;
  complaint: string;
  hours: string;
  replyTime: string;
}

const demoOperator: Operator = {
  legalName: 'Souk DEMO',
  licence: 'DEMO',
  address: 'DEMO',
  complaint: 'DEMO',
  hours: '',
  replyTime: '',
};

/** Pages of the demo, in place of those that an operator has. */
const demoLinks = { terms: '/demo/terms', shop: '/demo/shop/{shop}' };

const unnamedOperators = { demo: demoOperator, none: null };

const says = v.optional(v.pipe(v.string('is no text; write it in quotes.'), v.trim()), '');
const shopLink = v.pipe(
  address(['https:'], 'https://shop.example.com/{shop}'),
  v.includes('{shop}', 'has no {shop}; write it like https://shop.example.com/{shop}.'),
);
const operatorSchema = members(
  {
    name: says,
    licence: says,
    address: says,
    complaint: says,
    hours: says,
    replyTime: says,
    brands: v.optional(v.array(choice(...Object.values(levelBrands))), []),
    serviceLink: v.optional(address(['https:'], 'https://help.example.com/chat')),
    termsVersion: v.optional(
      v.pipe(v.string('is no text; write it in quotes.'), v.maxLength(32, 'is longer than 32 letters.')),
      '1',
    ),
    termsLink: v.optional(address(['https:'], 'https://example.com/terms')),
    shopLink: v.optional(shopLink),
  },
  '{"name": "Souk Ltd", "licence": "…", "address": "…", "complaint": "complaints@example.com"}',
);

/** Reads who runs the platform, and what merchants are shown of it; without a name no operator is shown. */
export const operatorOf = (env: EnvReader, unnamed: 'demo' | 'none') => {
  const {
    serviceLink = '',
    termsVersion,
    termsLink = unnamed === 'demo' ? demoLinks.terms : '',
    shopLink = unnamed === 'demo' ? demoLinks.shop : '',
    brands,
    name,
    ...shown
  } = env.read('SOUK_OPERATOR', operatorSchema, v.parse(operatorSchema, '{}'));
  return {
    operator: name ? { legalName: name, ...shown } : unnamedOperators[unnamed],
    serviceLink,
    brands,
    terms: { version: termsVersion, link: termsLink },
    shopLink,
  };
};
