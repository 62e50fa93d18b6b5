// Types of what decisions and reads answer.

import * as v from 'valibot';
import { amount, time as contractTime } from '../../../contract/fields.ts';

export { count, signedAmount as signedMoney } from '../../../contract/fields.ts';
export const money = amount;
export const time = contractTime;
export const maybeMoney = v.nullable(money);
export const maybeTime = v.nullable(time);
export const maybeText = v.nullable(v.string());
