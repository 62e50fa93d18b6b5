let away = false;

/** Whether nobody looks: the page is hidden, or its host has gone away, which not every WebView shows its page. */
export const isAway = () => away || document.hidden;

/** What the host says of it. */
export const setAway = (where: 'away' | 'here') => {
  away = where === 'away';
};
