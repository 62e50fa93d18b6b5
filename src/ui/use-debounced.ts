import { useEffect, useState } from 'react';

/** Returns a value once it has not changed for a pause (in ms), so that a search waits until the typing pauses. */
export function useDebounced<T>(value: T, pause = 300): T {
  const [steady, setSteady] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSteady(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return steady;
}
