import { Code } from './amount.tsx';

/** "SK-20261107-3VE7K43R", as the server gives numbers to orders, withdrawals, objections. */
const CODE = /\b([A-Z]+-\d{8}-\w+)/;

/** A sentence of the server's, in which a number is never cut at its hyphen: `<dd><Coded>{facts}</Coded></dd>`. */
export function Coded({ children }: { children: string }) {
  return children.split(CODE).map((part, at) => (at % 2 ? <Code key={at}>{part}</Code> : part));
}
