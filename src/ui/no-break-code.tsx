import { Code } from './amount.tsx';

/** The server's numbers of orders, withdrawals and objections: "SK-20261107-3VE7K43R". */
const CODE = /\b([A-Z]+-\d{8}-\w+)/;

/** A text of the server, in which numbers never break at a hyphen: `<dd><NoBreakCode>{facts}</NoBreakCode></dd>`. */
export function NoBreakCode({ children }: { children: string }) {
  return children.split(CODE).map((part, at) => (at % 2 ? <Code key={at}>{part}</Code> : part));
}
