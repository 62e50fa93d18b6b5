let isHostHidden = false;

/** Returns whether the app is out of sight: its page is hidden, or its host was left, which some WebViews do not report. */
export const isHidden = () => isHostHidden || document.hidden;

/** Sets whether the host is in sight, as it reports by `pause` and `resume`. */
export const setHostVisibility = (visibility: DocumentVisibilityState) => {
  isHostHidden = visibility === 'hidden';
};
