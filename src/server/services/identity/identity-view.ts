import { appealTo } from '../../../contract/appeals.ts';
import type { Output } from '../../../contract/calls.ts';
import { maskedName } from '../../platform/mask.ts';
import { demoTextIn } from '../../platform/texts/demo-texts.ts';
import { documentText } from '../../shops/shop/document-codes.ts';
import type { IdentityRow } from './identity-row.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Returns the state of a verification in the reader's language; personal data is masked. */
export const identityView = (
  row: IdentityRow,
  { lang, attemptsLeft }: { lang: string; attemptsLeft: number },
): Output<'POST /v1/per/info'> => ({
  status: row.status,
  nameMasked: row.realName === null ? null : maskedName(row.realName),
  idNoMasked: row.idNumberMasked,
  submittedAt: iso(row.submittedAt),
  reviewBy: iso(row.reviewBy),
  expiresAt: iso(row.expiresAt),
  reasons: row.reasons.map(({ field, code }) => ({
    field,
    code,
    text: documentText(lang, code),
  })),
  note: row.note && demoTextIn(row.note, lang),
  appeal: row.statementId === null ? null : appealTo(row.statementId),
  attemptsLeft,
});
