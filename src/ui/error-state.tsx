import { errorText, t } from '../lang/index.ts';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';
import { CircleAlert } from './icons/circle-alert.ts';
import { RefreshCw } from './icons/refresh-cw.ts';
import { WifiOff } from './icons/wifi-off.ts';
import { isOfflineShown } from './offline.ts';
import type { Children } from './props.ts';

/** The error of a failed call, such as the app's ApiError. */
export interface Failure {
  code: number | string;
  message?: string;
  params?: Readonly<Record<string, string | number>>;
}

/** Returns whether a call failed for the want of an answer. */
export const hasNoAnswer = ({ code }: Failure) => code === 'network' || code === 'timeout';

interface ErrorStateProps {
  error: Failure;
  onRetry: () => void;
  /** The title of the error: "Orders could not be loaded". */
  title?: string;
  /** Another way onwards, such as customer service. */
  children?: Children;
}

/** Why data could not be loaded, and a retry: `<ErrorState error onRetry={orders.refresh} />`. */
export function ErrorState({ error, onRetry, title = t('common.failed'), children }: ErrorStateProps) {
  const isUnanswered = hasNoAnswer(error);
  const text = isUnanswered && isOfflineShown.value ? undefined : errorText(error);
  return (
    <div role="alert">
      <Empty icon={isUnanswered ? WifiOff : CircleAlert} title={title} text={text}>
        <Button kind="primary" icon={RefreshCw} onClick={onRetry}>
          {t('common.retry')}
        </Button>
        {children}
      </Empty>
    </div>
  );
}
