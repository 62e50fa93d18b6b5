/**
 * Whether all is run that there is to run, as by `npm run release`. Per commit the costly suites run a part that finds
 * the same faults sooner or later; each says what it leaves out.
 */
export const isFullRun = process.env.WHOLE === '1';
