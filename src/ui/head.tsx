import { useContext, useEffect } from 'react';
import { t } from '../lang/texts.ts';
import { Chrome } from './chrome.ts';
import { ArrowLeft } from './icons/arrow-left.ts';
import type { Children } from './props.ts';
import { Tap } from './tap.tsx';

interface HeadProps {
  title: string;
  /**
   * Where Back leads: an address, for somebody who came from nowhere else in Souk, or what to do. Tab screens have none.
   */
  back?: string | (() => void);
  /** Actions at the end: `Tap`s, a `plain` button, a badge. */
  children?: Children;
}

/** The head of a screen: `<Head title={t('orders.title')} back={paths.orderList.href()}><Tap … /></Head>`. */
export function Head({ title, back, children }: HeadProps) {
  const place = useContext(Chrome);
  useEffect(() => {
    if (place === 'page') document.title = `${title} · Souk`;
  }, [place, title]);
  const Bar = place === 'page' ? 'header' : 'div';
  const Title = place === 'page' ? 'h1' : 'h2';
  return (
    <Bar className="head">
      {back !== undefined && (
        <Tap
          className="back"
          icon={ArrowLeft}
          label={t('common.back')}
          {...(typeof back === 'string' ? { href: back, rel: 'prev' } : { onClick: back })}
        />
      )}
      <Title tabIndex={-1}>{title}</Title>
      {children}
    </Bar>
  );
}
