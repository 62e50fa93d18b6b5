import { useId } from 'react';
import { useHeading } from './chrome.ts';
import { classes } from './classes.ts';
import type { Children } from './props.ts';

interface CardProps {
  /** Shown as the heading, and the name of the region. */
  title?: string;
  /** Beside the heading: a link, a figure, a button. */
  aside?: Children;
  /** Draws the awning on top; for the shop card and the entry screens only. */
  awning?: boolean;
  className?: string;
  children?: Children;
}

/** One subject: `<Card title={t('wallet.where')} className="tight">…</Card>`. Cards are never nested. */
export function Card({ title, aside, awning, className, children }: CardProps) {
  const id = useId();
  const Title = useHeading(2);
  const heading = title && (
    <Title id={id} className="label">
      {title}
    </Title>
  );
  return (
    <section className={classes('card stack', awning && 'shop', className)} aria-labelledby={title && id}>
      {awning && <Awning />}
      {aside ? (
        <div className="row between">
          {heading}
          {aside}
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  );
}

/** The one ornament of Souk. */
function Awning() {
  return <div className="awning" aria-hidden="true" />;
}
