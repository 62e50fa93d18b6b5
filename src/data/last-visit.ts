import { local, type StorageKey } from '../storage.ts';
import { caller, onClearPerson } from './person.ts';

/**
 * Keeps the last answer of a call for the next visit of the same day, so that it is drawn before the network has
 * answered. Only a person who has signed in on this page leaves one: a token of a host or an address is not stored.
 */
export function lastVisit<T extends { asOf: string }>(key: StorageKey) {
  const isOwn = () => caller.token !== null && caller.token === local.get('token');
  onClearPerson(() => local.remove(key));
  return {
    keep(answer: T): T {
      if (isOwn()) local.set(key, JSON.stringify(answer));
      return answer;
    },
    /** Returns the answer, or undefined where there is none of today: "today" of yesterday would be a wrong figure. */
    read(): T | undefined {
      const answer = isOwn() && local.parse<T>(key);
      return answer && dayOf(answer.asOf) === dayOf(Date.now()) ? answer : undefined;
    },
  };
}

const dayOf = (moment: string | number) => new Date(moment).toDateString();
