import type { FlowRow } from '../../data/wallet.ts';

/**
 * Returns whether an operator's text is in a row: the warning is beside the first such row, and only there. Of a server
 * that does not name its operator's texts, every reason counts as one.
 */
export const hasOperatorText = ({ reason, operatorTexts }: FlowRow): boolean =>
  operatorTexts ? operatorTexts.length > 0 : Boolean(reason);
