import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent } from 'react';
import { classes } from './classes.ts';
import type { Children, IconOf } from './props.ts';

/** `primary`: the one main action of a card or screen. `soft`: a good next step. `plain`: a link that acts. */
type ButtonKind = 'line' | 'primary' | 'soft' | 'plain';

interface Look {
  kind?: ButtonKind;
  icon?: IconOf;
  /** As wide as its container. */
  block?: boolean;
  className?: string;
  children?: Children;
}

const classNameOf = ({ kind = 'line', block, className }: Look) =>
  classes('btn', kind !== 'line' && kind, block && 'block', className);

export type ButtonProps = Look &
  Omit<ButtonHTMLAttributes, 'icon'> & {
    /** Cannot act yet: stays focusable, and the reason is shown next to it. */
    waiting?: boolean;
    /** Its call is under way: a second press does nothing. */
    busy?: boolean;
  };

/**
 * A button. `<Button kind="primary" icon={Plus} busy={saving} onClick={add}>Add</Button>`.
 * While `waiting` or `busy` it keeps the focus but does nothing, nor does it submit.
 */
export function Button({
  kind,
  icon: Icon,
  block,
  className,
  waiting,
  busy,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const idle = waiting || busy;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!idle) return onClick?.(event);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      {...rest}
      className={classNameOf({ kind, block, className })}
      aria-disabled={idle || undefined}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {Icon && <Icon />}
      {children}
    </button>
  );
}

type LinkProps = Look & Omit<AnchorHTMLAttributes, 'icon' | 'role' | 'className'>;

/** A link that looks like a button: `<LinkButton kind="soft" href={paths.recharge.href()}>Recharge</LinkButton>`. */
export function LinkButton({ kind, icon: Icon, block, className, children, ...rest }: LinkProps) {
  return (
    <a {...rest} className={classNameOf({ kind, block, className })}>
      {Icon && <Icon />}
      {children}
    </a>
  );
}
