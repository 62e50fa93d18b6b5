import { retry } from '../retry.ts';

/** Loads a file of the build; an error status is retried. */
export const fetchAsset = <As extends 'json' | 'text'>(
  address: string,
  as: As,
): Promise<Awaited<ReturnType<Response[As]>>> =>
  retry(async () => {
    const answer = await fetch(address);
    if (answer.ok) return answer[as]();
    throw address;
  });
