import { attempt } from './attempt.ts';

/** A file of the build, read whole; an answer that is none is asked for again. */
export const readFile = <As extends 'json' | 'text'>(
  address: string,
  as: As,
): Promise<Awaited<ReturnType<Response[As]>>> =>
  attempt(async () => {
    const answer = await fetch(address);
    if (answer.ok) return answer[as]();
    throw address;
  });
