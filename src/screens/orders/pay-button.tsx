import { useEffect } from 'react';
import { online } from '../../data/online.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { mayLoadAhead } from '../../ui/load-ahead.ts';
import { lazySheet } from '../../ui/sheet.tsx';

/** The sheet that pays an order; its code and its texts come with the first button that opens it. */
export const OrderPaySheet = lazySheet(() => import('./order-pay-sheet.tsx'), { texts: ['pay'] });

interface PayButtonProps extends Pick<ButtonProps, 'kind' | 'aria-label' | 'aria-keyshortcuts' | 'onClick'> {
  label: string;
}

/** Opens the sheet that pays orders. Offline it waits: the bar at the foot says why. */
export function PayButton({ label, ...rest }: PayButtonProps) {
  useEffect(() => {
    if (mayLoadAhead()) void OrderPaySheet.preload();
  }, []);
  return (
    <Button waiting={!online.value} {...rest}>
      {label}
    </Button>
  );
}
