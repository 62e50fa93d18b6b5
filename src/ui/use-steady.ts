import { useEffect, useState } from 'react';

/** A value once it has not changed for a pause (in ms), so that a search asks when the typing rests. */
export function useSteady<T>(value: T, pause = 300): T {
  const [steady, setSteady] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSteady(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return steady;
}
