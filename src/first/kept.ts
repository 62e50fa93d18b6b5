/** What an earlier visit left under a key; null where storage is forbidden altogether. */
export const kept = (key: string) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
