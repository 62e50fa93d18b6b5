import { t } from '../lang/index.ts';
import { Button, LinkButton } from './button.tsx';
import { Focused } from './focused.tsx';
import type { Children } from './props.ts';
import { Success } from './success.tsx';

interface DoneProps {
  /** What was done, in one sentence. */
  text: Children;
  /** Closes the sheet, or with an address leads on to what was made. */
  onDone?: () => void;
  href?: string;
  label?: string;
  /** What there is to know of it. */
  children?: Children;
}

/** The end of a sheet: what was done, and the way out. It takes the focus, for the button that did it is gone. */
export function Done({ text, onDone, href, label = t('quote.receipt_done'), children }: DoneProps) {
  return (
    <Focused>
      <Success>{text}</Success>
      {children}
      {href ? (
        <LinkButton kind="primary" block href={href}>
          {label}
        </LinkButton>
      ) : (
        <Button kind="primary" block onClick={onDone}>
          {label}
        </Button>
      )}
    </Focused>
  );
}
