import { t } from '../lang/index.ts';
import { Code } from './amount.tsx';
import type { Children } from './props.ts';

/** The server's numbers of orders, withdrawals and objections: "SK-20261107-3VE7K43R". */
const numbers = /\b([A-Z]+-\d{8}-\w+)/;

/** Returns a text in which numbers never break at a hyphen. */
const withWholeNumbers = (text: string): Children =>
  text.split(numbers).map((part, at) => (at % 2 ? <Code key={at}>{part}</Code> : part));

/** An object of the server that names those of its texts that an operator wrote. */
interface Authored {
  operatorTexts?: readonly string[] | undefined;
}

/** Splits a text of the server into the platform's sentence and what an operator wrote after it; each may be empty. */
export function splitText(text: string, { operatorTexts }: Authored) {
  const words = operatorTexts?.find((one) => text.endsWith(one)) ?? '';
  return [text.slice(0, text.length - words.length), words] as const;
}

/**
 * An operator's own words, set apart from what the platform says: in a language that is not known, so with the
 * direction of their letters: `<Quotation>{note}</Quotation>`.
 */
export const Quotation = ({ children }: { children: Children }) => (
  <figure className="quote">
    <figcaption className="small muted">{t('safety.operator_words')}</figcaption>
    <blockquote dir="auto" lang="">
      {children}
    </blockquote>
  </figure>
);

/** Words of a person in a line of text, in quotation marks. */
export const Quoted = ({ children }: { children: Children }) => (
  <q dir="auto" lang="">
    {children}
  </q>
);

interface ExplainedProps {
  texts: readonly (string | null | undefined)[];
  of: Authored;
}

/** Texts of the server, then what an operator wrote in them: `<Explained texts={[facts, rule]} of={restriction} />`. */
export function Explained({ texts, of }: ExplainedProps) {
  const parts = texts.map((text) => splitText(text ?? '', of));
  const paragraphs = (which: 0 | 1) =>
    parts.map(
      ({ [which]: text }) =>
        text && (
          <p key={text} dir="auto">
            {withWholeNumbers(text)}
          </p>
        ),
    );
  return [
    paragraphs(0),
    parts.some(([, words]) => words) && <Quotation key="words">{paragraphs(1)}</Quotation>,
  ];
}

/** A text of the server in one line of a row: `<ExplainedLine text={row.reason} of={row} />`. */
export function ExplainedLine({ text, of }: { text: string; of: Authored }) {
  const [sentence, words] = splitText(text, of);
  return [withWholeNumbers(sentence), words && <Quoted key="words">{words}</Quoted>];
}
