let away = false;

/** Returns whether the app is out of sight: its page is hidden, or its host was left, which some WebViews do not report. */
export const isHidden = () => away || document.hidden;

/** Sets whether the host was left. */
export const setHidden = (where: 'away' | 'here') => {
  away = where === 'away';
};
