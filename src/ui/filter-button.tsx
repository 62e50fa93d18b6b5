import { useLocation } from 'preact-iso/router';
import { useEffect, useRef, useState } from 'react';
import { number, t } from '../lang/index.ts';
import { IconButton } from './icon-button.tsx';
import { Filter } from './icons/filter.ts';

interface FilterButtonProps {
  /** How many filters are on. */
  count: number;
  onPress: () => void;
}

/** Opens the sheet of a list's filters, in the head of its screen: `<FilterButton count={2} onPress={sheet.open} />`. */
export const FilterButton = ({ count, onPress }: FilterButtonProps) => (
  <IconButton
    icon={Filter}
    label={count > 0 ? t('filter.on', { count: number(count) }) : t('filter.title')}
    count={count && number(count)}
    onClick={onPress}
  />
);

/**
 * Keeps whether the sheet of a list's filters is open. `pick` takes the address with the picked filters, in place of the
 * present one: an open sheet is asked before its screen is left, so the address changes once the sheet is closed.
 * @example
 * const sheet = useFilterSheet();
 * {sheet.isOpen && <FilterSheet onPick={(filter) => sheet.pick(filterHref(filter))} onClose={sheet.close} />}
 */
export function useFilterSheet() {
  const { route } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const picked = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (isOpen || picked.current === undefined) return;
    route(picked.current, true);
    picked.current = undefined;
  }, [isOpen, route]);
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    pick: (href: string) => {
      picked.current = href;
    },
  };
}
