// Servers that know only the specification write ids, amounts and times in several forms. Their literals are converted
// to the contract's form in the answer's text, before parsing, so that no digit of an amount passes through floating
// point. A quote inside a JSON string is escaped, so the patterns never match within a text that a person wrote.
// tests/data/lenient.test.ts compares the names with the contract's schemas.

/** Matches names of amounts, ids and numbers of records: text in the contract, which others write as numbers. */
export const textField =
  /\w+(?:Id|No|Code|Amount|Balance|Price|Cost|Fee|Margin|Profit|After|Deposit|DepositCap|Withdrawal|Minimum|Percent)|profit\w*|ads|amount|balance|charged|closing|cost|deposit|earned|expected|fee|held|id|in|invite|left|max|min|needed|net|no|opening|out|paid|price|rate|reached|received|refundable|refunds|shipping|shopAds|shortfall|subject|wanted/;

/** Matches names of times: ISO 8601 in the contract, which others write as seconds, milliseconds or without the T. */
export const timeField = /(?!shipsFrom)\w+(?:At|By|Since|From|Until)|asOf|at|from|since|t|to|until/;

const fieldWith = (name: RegExp, value: string) =>
  new RegExp(`"(${name.source})":\\s*${value}(?=[,}\\]\\s])`, 'g');

const number = fieldWith(textField, String.raw`(-?\d+(?:\.\d+)?)`);
const seconds = fieldWith(timeField, String.raw`"?(\d{10})(\d{3})?"?`);
const spaced = fieldWith(timeField, String.raw`"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)"`);

/** Returns an answer's text with ids, amounts and times in the contract's form. */
export const asContract = (text: string): string =>
  text
    .replace(
      seconds,
      (_, name, whole, ms = '000') => `"${name}":"${new Date(Number(whole + ms)).toISOString()}"`,
    )
    .replace(spaced, '"$1":"$2T$3Z"')
    .replace(number, '"$1":"$2"');
