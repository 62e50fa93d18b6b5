import { useHeading } from './chrome.ts';
import { Package } from './icons/package.ts';
import type { Children, IconOf } from './props.ts';

interface EmptyProps {
  /** A box where nothing says it better. */
  icon?: IconOf | undefined;
  /** What is not here: "No refunded orders". */
  title: string;
  /** What would be here. */
  text?: Children;
  /** One way onwards. */
  children?: Children;
}

/** Nothing here yet, and how to go on: `<Empty title text><LinkButton …/></Empty>`. */
export function Empty({ icon: Icon = Package, title, text, children }: EmptyProps) {
  const Title = useHeading(2);
  return (
    <div className="empty">
      <Icon />
      <Title>{title}</Title>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}
