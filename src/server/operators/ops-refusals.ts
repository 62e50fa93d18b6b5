// One file: every sentence that a developer or an operator reads from /ops, side by side.
import * as v from 'valibot';
import { codes, type ErrorCode, type ErrorName } from '../../contract/errors.ts';
import { readMessage } from '../../contract/messages.ts';
import { isSecretName } from '../ledger/idempotency/secret-name.ts';
import type { Decision, Read, Role } from '../platform/decisions/define-decision.ts';
import { type Refusal, refuse } from '../platform/refuse.ts';

const quote = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/** Returns a flag's value as a sentence may repeat it. */
const valueText = (flag: string, value: unknown): string => {
  if (isSecretName(flag)) return 'a secret';
  try {
    return JSON.stringify(value)?.slice(0, 80) ?? 'nothing';
  } catch {
    // Writing it takes more calls within each other than there may be.
    return 'nested too deeply';
  }
};

export const unknownName = (name: string): string =>
  `There is no decision or read "${name.slice(0, 80)}". "npm run ops" lists all of them with what they take, and /openapi-ops.json describes them.`;

/** What is expected, by the kind of problem, where a sign or a regular expression would be in the sentence otherwise. */
const inWords: Readonly<Record<string, (limit: unknown) => string>> = {
  digits: () => 'a whole number, like "5"',
  number: () => 'a number, like 5',
  integer: () => 'a whole number, like 5',
  boolean: () => 'true or false',
  money: () => 'an amount, like "12.50"',
  iso_timestamp: () => 'a time, like "2026-03-01T09:00:00Z"',
  iso_date: () => 'a date, like "2026-03-01"',
  non_empty: () => 'a text that is not empty',
  min_length: (limit) => `at least ${limit} characters`,
  max_length: (limit) => `at most ${limit} characters`,
  min_value: (limit) => (limit === null ? 'more than 0' : `at least ${limit}`),
  max_value: (limit) => `at most ${limit}`,
  array: () => 'a list',
  string: () => 'a text',
};

/** Returns what a value has to be; the message of a rule is a sentence of its own, or kind and limit as the contract writes them. */
function expectationOf({ message, expected, input }: v.BaseIssue<unknown>): string {
  // The command line and CSV leave what they cannot parse as it was typed.
  if (typeof input === 'string' && /^[[{]/.test(input) && /^(Array|Object)$/.test(expected ?? ''))
    return 'It is no JSON: close each bracket and each quotation mark.';
  const { kind, limit } = readMessage(message);
  if (kind === 'invalid') return `It does not fit: ${message.replace(/\.$/, '')}.`;
  const accepted = inWords[kind]?.(limit) ?? expected;
  return accepted ? `Expected ${accepted}.` : 'It does not fit.';
}

/** Returns the refusal that says which field is missing, unknown or invalid, and what would be accepted. */
export function inputRefused(name: string, { input }: Decision | Read, issue: v.BaseIssue<unknown>): Refusal {
  const field = v.getDotPath(issue) ?? 'input';
  const taken = Object.keys(input.entries);
  const takes = taken.length ? `It takes ${quote(taken)}.` : 'It takes nothing.';
  const detail = { field, reason: issue.type };
  const refused = (message: string) => refuse(codes.invalidParameter, { ...detail, message });
  if (field === 'input')
    return refused(`The body of ${name} is no object: send JSON like {"field": "value"}. ${takes}`);
  if (!taken.includes(String(issue.path?.[0]?.key)))
    return refused(`${name} has no field "${field.slice(0, 80)}". ${takes}`);
  const value = issue.path?.at(-1)?.value;
  if (value === undefined) return refused(`${name} needs "${field}", which is missing. ${takes}`);
  return refused(`"${field.slice(0, 80)}" of ${name} is ${valueText(field, value)}. ${expectationOf(issue)}`);
}

/** Returns the refusal of an amount with more decimals than its currency has. */
export const unwritableAmount = (
  flag: string,
  { currency, decimals }: { currency: string; decimals: number },
): Refusal =>
  refuse(codes.invalidParameter, {
    field: flag,
    params: { kind: 'decimals', limit: decimals },
    message: `"${flag}": ${currency} has ${decimals ? `${decimals} decimals; write no more` : 'no decimals; write a whole amount'}.`,
  });

const howToName: Record<string, string> = {
  order: 'Give an order by its id or its number.',
  shop: "Give a shop by its id, its number or its merchant's name; leave it out only where there is one shop.",
  user: 'Give a user by the id of /v1/me or by the name, letter for letter; merchant-open opens one who has none yet.',
  goods: 'Give goods by their id, code or number.',
  withdrawal: 'Give a withdrawal by its id or its number; withdrawals lists those that wait.',
  recharge: 'Give a recharge by its id or its number; recharges lists those that wait.',
};

type About = {
  name: string;
  field: string;
  value: string;
  reason: string;
  state: string | number | undefined;
};

const sentences: Partial<Record<ErrorCode, (about: About) => string>> = {
  [codes.recordNotFound]: ({ name, field, value, reason }) =>
    `"${field}" of ${name} is ${value}, and there is none of that name${reason}. ${howToName[field] ?? 'Give it by its id or its number.'}`,
  [codes.invalidOperation]: ({ name, reason, state }) =>
    `${name} is not possible ${state ? `in the status ${state}` : `as things are${reason}`}. Nothing was changed; look at what it is about before you decide again.`,
  [codes.invalidParameter]: ({ name, field, value, reason }) =>
    field === 'cursor'
      ? `"cursor" of ${name} is ${value}, which no page of it has answered. Give the nextCursor of the page before, or leave it out for the first.`
      : `"${field}" of ${name} is ${value}, which does not fit${reason}. Nothing was changed; send it with another value and a new key.`,
  [codes.parameterMissing]: ({ name, field, reason }) =>
    `${name} needs "${field}" here${reason}. Nothing was changed; send it again with it.`,
  [codes.insufficientBalance]: ({ name, field }) =>
    `There is less available than ${name} takes ("${field}"). Nothing was changed; decide on a smaller amount.`,
  [codes.operationBusy]: ({ name }) =>
    `${name} is being carried out, or something that it needs is. Send the same with the same Idempotency-Key in a second.`,
  [codes.systemBusy]: ({ name }) =>
    `The database does not answer at the moment, so ${name} was not carried out. Send the same with the same Idempotency-Key in a few seconds.`,
  [codes.goodsCodeExists]: ({ field, value }) =>
    `There are goods with this "${field}" already: ${value}. Leave these out, or give them another one.`,
  [codes.goodsTypeExists]: ({ field, value }) =>
    `There is a type of goods with this "${field}" already: ${value}. Leave it out, or give another one.`,
  [codes.goodsTypeDuplicated]: ({ value }) =>
    `There is a type of goods named ${value} in the same place already. Use that one, or choose another name.`,
  [codes.goodsTypeNotConfigured]: ({ value }) =>
    `There is no type of goods ${value}. Add it by goods-type-add, and send this again.`,
  [codes.logisticsNotConfigured]: ({ value }) =>
    `The carrier ${value} was taken out of use. Name another one; carrier-publish takes it into use again.`,
  [codes.usernameExists]: ({ value }) => `There is a user ${value} already. Choose another name.`,
  [codes.usernameDuplicated]: ({ value }) =>
    `There is a user whose name differs from ${value} in case or width only. Choose another name.`,
  [codes.oldPasswordIncorrect]: () => '"oldPassword" is not the password of this user. Nothing was changed.',
  [codes.unknownError]: ({ name }) =>
    `The server failed over ${name}, and nothing was changed. Its log says why, under "ops"; send the same with the same Idempotency-Key once that is mended.`,
  [codes.systemError]: ({ name }) =>
    `The database of the server is damaged or cannot store, so ${name} was not carried out. Its log says why, under "ops".`,
};

const names = new Map(Object.entries(codes).map(([name, code]) => [code, name as ErrorName]));
// Reasons are words of the contract, like not_listed.
const words = (reason: string | undefined) => (reason ? `: ${reason.replaceAll('_', ' ')}` : '');

const valueAt = (input: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], input);

/**
 * Rewrites a refusal for a developer: which field, what is wrong with it, and what to do. A refusal with its own
 * message stays.
 */
export function forDevelopers({ code, detail }: Refusal, name: string, input: unknown): Refusal {
  if (detail.message) return refuse(code, detail);
  const { field = 'input', params } = detail;
  const isUnstorable = params?.kind === 'characters';
  const reason = isUnstorable ? 'a character of it cannot be stored, or has too many marks' : detail.reason;
  const value = valueText(field, valueAt(input, field));
  const write = sentences[code];
  const at = detail.field ? ` at "${field}"` : '';
  const message = write
    ? write({
        name,
        field,
        value,
        reason: words(reason),
        state: detail.params?.status ?? detail.params?.step,
      })
    : `${name} was refused with ${code} ${names.get(code)}${at}${words(reason)}. Nothing was changed.`;
  return refuse(code, { ...detail, message });
}

/** The size of a row of CSV, and of the one that names its columns. */
interface RowSize {
  cells: number;
  columns: number;
}

/** A column of the line that names them, and the fields of the decision. */
interface Header {
  name: string;
  column: string;
  taken: readonly string[];
  line: number;
}

/** Refusals of /ops before a decision is read. */
export const opsRefusals = {
  off: () =>
    refuse(codes.recordNotFound, {
      message:
        'Decisions are off: this server was started without SOUK_OPS_KEY and SOUK_SESSION_KEY. Start it with one of them.',
    }),
  method: () =>
    refuse(codes.invalidRequest, {
      reason: 'method',
      message:
        'Decisions are sent by POST to /ops/<decision>, with their input as JSON; lists are read by GET /ops/<read>. "npm run ops" lists both.',
    }),
  unnamed: () =>
    refuse(codes.recordNotFound, {
      field: 'decision',
      message: 'The address names nothing: it is /ops/<decision> or /ops/<read>. "npm run ops" lists both.',
    }),
  wrongKey: (given: string | undefined) =>
    refuse(codes.unauthorized, {
      field: 'x-ops-key',
      message: given
        ? 'The header x-ops-key is no key of this server, or one that has ended. Send the SOUK_OPS_KEY or SOUK_SESSION_KEY that it was started with, or a key that key-create has made.'
        : 'The header x-ops-key is missing. Send a key that key-create has made, or the SOUK_OPS_KEY or SOUK_SESSION_KEY that the server was started with.',
    }),
  notForRole: (name: string, roles: readonly Role[]) =>
    refuse(codes.insufficientPermissions, {
      field: 'x-ops-key',
      reason: 'role',
      message: `The roles of this key, ${quote(roles)}, may not use ${name}. /openapi-ops.json names the roles of each call.`,
    }),
  authorIsKey: () =>
    refuse(codes.invalidParameter, {
      field: 'x-ops-by',
      reason: 'author_is_key',
      message:
        'The author of what a key decides is the key. Leave out x-ops-by, which goes with SOUK_OPS_KEY alone.',
    }),
  by: () =>
    refuse(codes.invalidParameter, {
      field: 'x-ops-by',
      message:
        'The header x-ops-by names who decides in 1 to 64 letters, digits, spaces, dots, dashes or underscores.',
    }),
  tooLarge: () =>
    refuse(codes.invalidRequest, {
      reason: 'too_large',
      message: 'The body is larger than 4,100,000 bytes. Send less text, or fewer pictures at once.',
    }),
  notJson: () =>
    refuse(codes.invalidRequest, {
      field: 'input',
      reason: 'json',
      message: 'The body is no JSON. Send an object, like {"order": "SK-1001"}.',
    }),
  keyMissing: (name: string) =>
    refuse(codes.parameterMissing, {
      field: 'Idempotency-Key',
      message: `The header Idempotency-Key is missing, and ${name} moves money or creates something. Send a new UUID in it, and the same one if you have to send this again.`,
    }),
  keyForm: () =>
    refuse(codes.invalidParameter, {
      field: 'Idempotency-Key',
      message: 'The header Idempotency-Key is no UUID. Make one by crypto.randomUUID().',
    }),
  keyReused: (name: string) =>
    refuse(codes.invalidOperation, {
      field: 'Idempotency-Key',
      reason: 'key_reused',
      message: `This Idempotency-Key was used for ${name} with another input. Make a new key for a new decision, or for a file that has changed.`,
    }),
  bulkKeyMissing: () =>
    refuse(codes.parameterMissing, {
      field: 'Idempotency-Key',
      message:
        'The header Idempotency-Key is missing. Send a new UUID in it, and the same one with the same file after an interruption: no row is then carried out twice. A dry run, ?dry=true, needs none.',
    }),
  bulkQuery: (name: string) =>
    refuse(codes.invalidParameter, {
      field: name,
      message: `The address has "${name.slice(0, 80)}" in its query, which is not known or has a value that does not fit. A dry run is ?dry=true, and there is nothing else.`,
    }),
  bulkType: () =>
    refuse(codes.invalidRequest, {
      field: 'content-type',
      reason: 'content_type',
      message:
        'The header content-type names neither of what is read: application/x-ndjson, an object a line, or text/csv with the names of the fields in its first line.',
    }),
  notInBulk: (name: string) =>
    refuse(codes.invalidOperation, {
      field: 'decision',
      reason: 'not_in_bulk',
      message: `${name} is carried out once for all, so it is not sent in bulk. Send it to /ops/${name}.`,
    }),
  rowTooLong: () =>
    refuse(codes.invalidRequest, {
      reason: 'too_large',
      message: 'The row is longer than 100,000 letters. Shorten it, or send its pictures by themselves.',
    }),
  rowNotUtf8: () =>
    refuse(codes.invalidParameter, {
      field: 'input',
      reason: 'encoding',
      message:
        'The row has bytes that are no UTF-8. Save the file in UTF-8, which spreadsheets call "CSV UTF-8", and send it again.',
    }),
  rowNotJson: () =>
    refuse(codes.invalidRequest, {
      field: 'input',
      reason: 'json',
      message: 'The row is no JSON. Write an object in one line, like {"order": "SK-1001"}.',
    }),
  rowCut: () =>
    refuse(codes.invalidRequest, {
      field: 'input',
      reason: 'cut',
      message:
        'The last row ends in the middle, so the file may have been cut off. Send the whole file again with the same key: what was carried out is not repeated.',
    }),
  rowUnclosed: () =>
    refuse(codes.invalidRequest, {
      field: 'input',
      reason: 'cut',
      message:
        'A cell of the row opens a quotation mark that is not closed. Close it; where the file was cut off, send the whole file again with the same key.',
    }),
  rowMisquoted: () =>
    refuse(codes.invalidRequest, {
      field: 'input',
      reason: 'quotes',
      message:
        'The row has a quotation mark within a cell. Put that cell into quotation marks and write the one within it twice, like "27"" screen".',
    }),
  rowShort: ({ cells, columns }: RowSize, field: string) =>
    refuse(codes.invalidRequest, {
      field,
      reason: 'cut',
      message: `The row has ${cells} of ${columns} cells and ends before "${field}". Fill it up; where the file was cut off, send the whole file again with the same key.`,
    }),
  rowLong: ({ cells, columns }: RowSize, delimiter: string) =>
    refuse(codes.invalidRequest, {
      field: 'input',
      reason: 'cells',
      message: `The row has ${cells} cells where there are ${columns} columns. Put a cell with ${delimiter === '\t' ? 'a tab' : `"${delimiter}"`} in it into quotation marks.`,
    }),
  headerMissing: (name: string) =>
    refuse(codes.parameterMissing, {
      field: 'input',
      reason: 'header',
      message: `The file is empty. Its first line names the fields of ${name}, each line below it is a row.`,
    }),
  headerMisquoted: (line: number) =>
    refuse(codes.invalidRequest, {
      field: 'input',
      reason: 'header',
      message: `Line ${line} names the columns and has quotation marks that do not fit. Write the names of fields without them.`,
    }),
  columnUnknown: ({ name, column, taken, line }: Header) =>
    refuse(codes.invalidParameter, {
      field: column.slice(0, 80),
      reason: 'column_unknown',
      message: `Line ${line} names the column "${column.slice(0, 80)}", which is no field of ${name}. It takes ${quote(taken)}. Rename the column, or delete it.`,
    }),
  columnTwice: (field: string, line: number) =>
    refuse(codes.invalidParameter, {
      field,
      reason: 'column_twice',
      message: `Line ${line} names "${field}" twice. Delete one of the columns.`,
    }),
  columnMissing: ({ name, column, taken, line }: Header) =>
    refuse(codes.parameterMissing, {
      field: column,
      reason: 'column_missing',
      message: `Line ${line} names no column "${column}", which ${name} needs. It takes ${quote(taken)}. Add the column.`,
    }),
};
