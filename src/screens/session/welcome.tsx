import type { Ref } from 'react';
import { Store } from '../../ui/icons/store.ts';
import type { Children } from '../../ui/props.ts';

/** The mark of the app beside what a person can expect of it; on the entry screens. */
export function Welcome({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: Ref<HTMLDivElement>;
  children: Children;
}) {
  return (
    <div className="row" ref={lead}>
      <span className="mark" data-tone="info">
        <Store />
      </span>
      <div className="grow">
        <strong>{title}</strong>
        <p className="small muted">{children}</p>
      </div>
    </div>
  );
}
