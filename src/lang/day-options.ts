/** Returns the parts of a date: Brazilian shops write it in figures ("25/11"), as its short form takes three words. */
export const dayOptions = (lang: string): Intl.DateTimeFormatOptions =>
  lang === 'pt' ? { day: '2-digit', month: '2-digit' } : { day: 'numeric', month: 'short' };
