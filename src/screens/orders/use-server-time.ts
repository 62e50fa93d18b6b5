import { useEffect, useState } from 'react';
import { serverTime } from '../../data/server-time.ts';

const minuteMs = 60_000;

/** Returns the server's time by full minutes, and draws again with each of them; undefined where none is known. */
export function useServerTime(): number | undefined {
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => draw((drawn) => drawn + 1), minuteMs);
    return () => clearInterval(timer);
  }, []);
  const now = serverTime();
  return now && Math.floor(now / minuteMs) * minuteMs;
}
