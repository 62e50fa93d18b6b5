/** Shows the last characters only; an empty text stays empty, and a short one shows nothing. */
export const masked = (text: string, shown = 4): string => {
  if (text === '') return '';
  return text.length > shown * 2 ? `•••• ${text.slice(-shown)}` : '••••';
};
