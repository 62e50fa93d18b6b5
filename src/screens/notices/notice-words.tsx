import type { Notice } from '../../data/notices.ts';
import { classes } from '../../ui/classes.ts';
import { Quotation, Quoted, splitText } from '../../ui/quotation.tsx';

/** Shortens numbers to their ends, as rows name what they are about: what a row leads to has them in full. */
export const withShortNumbers = (text = '') => text.replace(/\b[A-Z]{1,2}-\d{8}-(?=\w)/g, '');

interface WordsProps {
  of: Notice;
  /** Of its goods. */
  name?: string | undefined;
  isOpen: boolean;
}

/**
 * Its name and, on a line with it where both have room, what that means, whole, as it may end with a date; of an operator's
 * words some lines, or all once it is open.
 */
export function NoticeWords({ of, name, isOpen }: WordsProps) {
  const [sentence, words] = splitText(of.body ?? '', of);
  const meaning = (
    <span style={{ textWrap: 'pretty' }}>
      {withShortNumbers(sentence)}
      {!isOpen && words && (
        <span className="clamp">
          <Quoted>{words}</Quoted>
        </span>
      )}
    </span>
  );
  return (
    <>
      {name ? (
        <span style={parts}>
          <span className={classes(!of.readAt && 'ink')} style={named}>
            {name}
          </span>
          {sentence && (
            <span style={afterDot}>
              <span style={dot} />
              {meaning}
            </span>
          )}
        </span>
      ) : (
        meaning
      )}
      {isOpen && words && <Quotation>{words}</Quotation>}
    </>
  );
}

/** The room before a part, which is cut off with its dot where the part begins a line. */
const room = '0.75em';
const parts = { display: 'flex', flexWrap: 'wrap', columnGap: room, overflow: 'hidden' } as const;
const named = { textWrap: 'balance' } as const;
const afterDot = {
  position: 'relative',
  marginInlineStart: `-${room}`,
  paddingInlineStart: room,
} as const;
/** Drawn, as letters that are cut off would be missing. */
const dot = {
  position: 'absolute',
  insetInlineStart: '0.3em',
  insetBlockStart: '0.65em',
  inlineSize: '2px',
  blockSize: '2px',
  borderRadius: '50%',
  background: 'currentColor',
} as const;
