import { useHeading } from './chrome.ts';
import type { Children, IconOf } from './props.ts';

interface EmptyProps {
  icon?: IconOf;
  /** What is not here: "No refunded orders". */
  title: string;
  /** What would be here. */
  text?: Children;
  /** One way onwards. */
  children?: Children;
}

/** Nothing here yet, and how to go on: `<Empty title text><LinkButton …/></Empty>`. */
export function Empty({ icon: Icon, title, text, children }: EmptyProps) {
  const Title = useHeading(2);
  return (
    <div className="empty">
      {Icon && <Icon />}
      <Title>{title}</Title>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}
