import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { money } from '../../../contract/fields.ts';
import { parseMoney } from '../../../contract/money.ts';
import { queryNumber } from '../../../contract/query.ts';
import { refuse } from '../refuse.ts';
import { asksForPayment, type Demand, findPaymentDemand } from './payment-demand.ts';
import { findPaymentTarget } from './payment-target.ts';

// Types of flags. All values arrive as text, from a command line or as JSON.

/** A name, a number or an internal note; a text for a merchant is a `merchantText`. */
export const text = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(),
  v.maxLength(500),
  // PostgreSQL cannot store NUL in a text.
  v.check((typed) => !typed.includes('\0')),
);
const sentences: Record<Demand, string> = {
  has_address:
    'a text that a merchant reads names an address or account that money could be sent to. Leave it out: where to pay stands only in a channel that channel-open has opened.',
  has_card_number:
    'a text that a merchant reads holds the number of a card. Leave it out, or write its last four digits.',
  has_contact:
    'a text that a merchant reads names a page, a messenger or a mail address. Leave it out: merchants answer by the appeal in the app, and the complaint contact of the operator stands beside the text.',
  asks_for_payment:
    'a text that a merchant reads asks for a payment, which nothing may depend on. Say what happened and leave out what is to be paid; the app shows amounts itself.',
};

const demandRefusalOf = (field: string, demand: Demand) =>
  refuse(codes.invalidParameter, { field, reason: demand, message: `--${field}: ${sentences[demand]}` });

/** Refuses an operator's text that asks a merchant for money. For fields with an author who is known only after parsing. */
export function requireNoDemand(field: string, words: string): void {
  const demand = findPaymentDemand(words);
  if (demand) throw demandRefusalOf(field, demand);
}

const rejectDemand = (find: (typed: string) => Demand | null) =>
  v.rawCheck<string>(({ dataset, addIssue }) => {
    const demand = dataset.typed ? find(dataset.value) : null;
    if (demand) addIssue({ received: demand, message: demand });
  });

/**
 * Returns the type of a text of at most `maxLength` letters that an operator writes to a merchant: it asks for no money.
 */
export const merchantTextUpTo = (maxLength: number) => textUpTo(maxLength, findPaymentDemand);
/**
 * Returns the type of a text that an operator passes on to a merchant, for example from a buyer: it names nowhere to
 * pay to.
 */
export const passedOnTextUpTo = (maxLength: number) => textUpTo(maxLength, findPaymentTarget);

const merchantTypes = new WeakSet<object>();

function textUpTo(maxLength: number, find: (typed: string) => Demand | null) {
  const type = v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(),
    v.maxLength(maxLength),
    v.excludes('\0'),
    rejectDemand(find),
  );
  merchantTypes.add(type);
  return type;
}

/**
 * Returns the type of a text's translations, as JSON: one for each language, `{"ja": "…", "zh-CN": "…"}`, of the same
 * type as the text.
 */
export function translationsOf(type: ReturnType<typeof textUpTo>) {
  const tag = v.pipe(v.string(), v.regex(/^[a-z]{2}(-[A-Z]{2})?$/));
  const kind = v.pipe(v.string(), v.parseJson(), v.record(tag, type));
  merchantTypes.add(kind);
  return kind;
}

/** Returns the refusal of a text in which a flag's check found a demand; null for any other issue. */
export const demandRefusal = (field: string, { type, received }: v.BaseIssue<unknown>) =>
  type === 'raw_check' && received !== undefined && received in sentences
    ? demandRefusalOf(field, received as Demand)
    : null;

/** Returns whether a type of flag is for texts that a merchant reads. */
export const isForMerchants = (kind: object): boolean => merchantTypes.has(kind);

export const merchantText = merchantTextUpTo(500);
/**
 * The proof of a payment, such as the hash of a transaction; it may hold long numbers. 4 to 120 visible characters, at
 * least 4 of them letters or digits, by which two proofs are compared.
 */
export const proofText = v.pipe(
  v.string(),
  v.transform((typed) => typed.normalize('NFKC').replace(/\p{C}/gu, '')),
  textUpTo(120, (typed) => (asksForPayment(typed) ? 'asks_for_payment' : null)),
  v.minLength(4),
  v.regex(/(?:[a-z\d][^a-z\d]*){4}/i),
);
merchantTypes.add(proofText);
/** Returns whether a date exists in the calendar. */
const isDate = (typed: string): boolean =>
  new Date(`${typed}T00:00:00Z`).toJSON()?.startsWith(typed) ?? false;

const isLegalOrder = (typed: string): boolean => {
  const [, authority = '', reference = '', date = ''] = /^(.+),(.+),\s*([\d-]{10})$/u.exec(typed) ?? [];
  return /\p{L}{3}/u.test(authority) && /\d/.test(reference) && isDate(date);
};

/** The order of an authority, so that a merchant can ask there for it: the authority, its reference and its date. */
export const legalReference = v.pipe(
  merchantText,
  v.check(
    isLegalOrder,
    'write authority, reference and date, as in "District court of Harbour, 4 K 12/26, 2026-03-01"',
  ),
);
merchantTypes.add(legalReference);

export const passedOnText = passedOnTextUpTo(500);
/** Names separated by commas. */
export const names = v.pipe(
  text,
  v.transform((typed) => typed.split(',').map((one) => one.trim())),
);
/** An amount of money above zero, in 10^-6. */
export const amount = v.pipe(money, v.transform(parseMoney), v.minValue(1n));
/** A whole number between two bounds. */
export const integer = queryNumber;

const maxBase64Length = 90_000;
/** A small picture, as the base64 of its bytes. */
export const picture = v.pipe(
  v.string(),
  v.maxLength(maxBase64Length),
  v.base64(),
  v.transform((typed) => new Blob([Buffer.from(typed, 'base64')])),
);
