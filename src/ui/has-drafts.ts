import { signal } from '@preact/signals';
import { draftKeys, tab } from '../storage.ts';

/** Rises when drafts come, change or go. */
const changes = signal(0);

/** Counts a change. A form that drops its draft while it is drawn must not be drawn again for it. */
export const countChange = () => {
  changes.value = changes.peek() + 1;
};

/** Returns whether any form of this tab has a draft that was never sent: it is lost with the tab. */
export const hasDrafts = () => changes.value >= 0 && tab.keys(draftKeys).length > 0;
