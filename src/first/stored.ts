/** Returns what an earlier visit stored under a key; null where storage is forbidden. */
export const stored = (key: string) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
