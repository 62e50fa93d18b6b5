import { useLocation } from 'preact-iso/router';
import { useLayoutEffect, useRef, useState } from 'react';
import type { OrderFilter } from '../../data/orders.ts';
import { hasFeature } from '../../data/session.ts';
import { t } from '../../lang/index.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { useFilterHref, withKeyword } from './list-filter.ts';

const pauseMs = 300;

/** Searches while a person types, after a short pause; the address takes the keyword without a history entry. */
export default function Search({ filter }: { filter: OrderFilter }) {
  const [text, setText] = useState(filter.keyword ?? '');
  const { route } = useLocation();
  const filterHref = useFilterHref();
  const box = useRef<HTMLDivElement>(null);
  const place = useRef(filter);
  place.current = filter;
  const inAddress = filter.keyword ?? '';
  const written = useRef(inAddress);

  // A link or Back changed the keyword, not the person who types here.
  useLayoutEffect(() => {
    if (inAddress !== written.current) setText(inAddress);
    written.current = inAddress;
  }, [inAddress]);

  useLayoutEffect(() => {
    if (!place.current.keyword) box.current?.querySelector('input')?.focus();
  }, []);

  // A layout effect: its timer ends with the search, not a frame later, so what was typed last is not searched for.
  useLayoutEffect(() => {
    const keyword = text.trim();
    if (keyword === (place.current.keyword ?? '')) return;
    const timer = setTimeout(() => {
      written.current = keyword;
      route(filterHref(withKeyword(place.current, keyword)), true);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, route]);

  return (
    <div ref={box}>
      <SearchBox
        label={t(hasFeature('find') ? 'orders.search_all' : 'orders.search_label')}
        value={text}
        onText={setText}
      />
    </div>
  );
}
