/** The header by which a server claims that an answer keeps exactly to the contract. */
export const claimHeader = 'souk-contract';
const known = `${claimHeader}: 1`;

/** Returns what is wrong with what an answer claims, and what to do; empty where it claims nothing, or rightly. */
export function claimFaults(claim: string | null, answer: 'exact' | 'differs'): string[] {
  if (claim === null) return [];
  const claimed = `${claimHeader}: ${claim}`;
  if (claimed !== known)
    return [
      `${claimed} is not known: send ${known} with an answer that keeps to the contract, and no such header with any other`,
    ];
  if (answer === 'exact') return [];
  return [
    `${claimed} does not fit: correct what is named here, or send no such header with this answer, which the app reads to the letter`,
  ];
}

/** Says where the claim is missing from answers that keep to the contract, and what to do; empty where it is not. */
export function missingClaim(answers: readonly { name: string; isClaimed?: boolean }[]): string {
  const missing = answers.filter(({ isClaimed }) => isClaimed === false).map(({ name }) => name);
  if (missing.length === 0) return '';
  const isEvery = answers.every(({ isClaimed }) => !isClaimed);
  const from = isEvery ? 'all answers' : missing.join(', ');
  return `; the header ${claimHeader} is missing from ${from}: send ${known} with each, as the app loads one more file to read an answer without it`;
}
