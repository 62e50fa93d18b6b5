import type { Ref } from 'react';
import { brand } from '../../ui/brand.ts';
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
  const { logo } = brand.value;
  return (
    <div className="row" ref={lead}>
      {logo ? (
        <img className="logo" src={logo} alt="" />
      ) : (
        <span className="mark" data-tone="info">
          <Store />
        </span>
      )}
      <div className="grow">
        <strong>{title}</strong>
        <p className="small muted">{children}</p>
      </div>
    </div>
  );
}
