import { accountForms } from './forms/accounts.ts';
import { businessForms } from './forms/business.ts';
import { doorForms } from './forms/door.ts';
import type { FormCase } from './forms/form-case.ts';
import { marketForms } from './forms/market.ts';

/** Every form of the app. A new form is added here, and the matrix tests it. */
export const forms: readonly FormCase[] = [...doorForms, ...marketForms, ...accountForms, ...businessForms];

/** Files that look like a form and are none, with the reason. */
export const apart: Readonly<Record<string, string>> = {
  'goods/filter-sheet': 'only chooses what is shown',
  'goods/reprice-sheet': 'cannot be sent before the server has answered what it changes',
  'orders/order-filter-sheet': 'only chooses what is shown',
  'orders/round-payment': 'is paid in by the sheet of one payment',
  'pay/pay-sheet': 'is drawn by the sheets that are paid or confirmed in',
  'accounts/save-sheet': 'is the second half of adding and changing an account',
  'session/agreement': 'holds one box, and nothing that is typed',
  'withdrawals/withdraw-form': 'is the first half of withdrawing',
};
