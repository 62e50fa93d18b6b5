/**
 * Whether the costly suites run in full, as by `npm run release`. Per commit they run a part that finds the same faults
 * later; each suite states what it leaves out.
 */
export const isFullRun = process.env.WHOLE === '1';
