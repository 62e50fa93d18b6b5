import { signal } from '@preact/signals';
import { useContext, useEffect } from 'react';
import { t } from '../lang/first.ts';
import { brand } from './brand.ts';
import { Chrome } from './chrome.ts';
import { IconButton } from './icon-button.tsx';
import { ArrowLeft } from './icons/arrow-left.ts';
import { useIsBehindSignIn } from './leave-guard.ts';
import type { Children } from './props.ts';

/** What the head of every screen carries beside its title: that this is a demo. The shell sets it. */
export const headMark = signal<Children>(null);

interface HeadProps {
  title: string;
  /**
   * Where Back leads without a former screen of Souk: an address; or an action instead. Tab screens have none.
   */
  back?: string | (() => void);
  /** In place of the title, which is then for readers alone. */
  lead?: Children;
  /** Actions at the end: icon buttons, a `plain` button, a badge. */
  children?: Children;
}

/** The head of a screen: `<Head title={t('app.order')} back={paths.orderList.href()}><IconButton … /></Head>`. */
export function Head({ title, back, lead, children }: HeadProps) {
  const place = useContext(Chrome);
  const isBehind = useIsBehindSignIn();
  const { name } = brand.value;
  useEffect(() => {
    // Behind sign-in the title is that of sign-in; afterwards it is this one again.
    if (place === 'page' && !isBehind) document.title = `${title} · ${name}`;
  }, [place, title, isBehind, name]);
  const Bar = place === 'page' ? 'header' : 'div';
  const Title = place === 'page' ? 'h1' : 'h2';
  return (
    <Bar className="head">
      {back !== undefined && (
        <IconButton
          className="back"
          icon={ArrowLeft}
          label={t('common.back')}
          {...(typeof back === 'string' ? { href: back, rel: 'prev' } : { onClick: back })}
        />
      )}
      <Title tabIndex={-1} className={lead ? 'sr' : undefined}>
        {title}
      </Title>
      {lead ?? headMark.value}
      {children}
    </Bar>
  );
}
