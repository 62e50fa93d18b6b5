import { useEffect, useState } from 'react';

/** A value that follows with a pause, so that a search asks when the typing rests. Pause in ms. */
export function useLate<T>(value: T, pause = 300): T {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return late;
}
