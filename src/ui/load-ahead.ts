interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Returns whether a page may load what it might never need: not where a person saves data, nor on a line as slow as 2G. */
export function mayLoadAhead(): boolean {
  const { saveData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {};
  return !saveData && !effectiveType.includes('2g');
}
