import type { ApiError } from '../../data/api-error.ts';
import { t } from '../../lang/index.ts';
import { checkingText, problemText } from '../command/use-command.ts';

/** Returns why a command about goods is not done, in words; undefined while there is no problem. */
export function goodsProblem(state: string, error: ApiError | undefined): string | undefined {
  if (state === 'checking') return checkingText();
  return error && (state === 'unknown' ? t('goods.unknown') : problemText(error));
}
