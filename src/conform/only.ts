import { type CallName, callNames } from '../contract/calls.ts';
import { tags } from '../contract/openapi-calls.ts';
import { routeOf } from '../contract/request.ts';

/**
 * Returns which calls `--only` means: a call by method and path or by its path alone, or a group of the OpenAPI document;
 * without it all.
 *
 * @throws Error where it means none; it names the groups
 */
export function requireSelection(only: string | undefined): (name: CallName) => boolean {
  if (only === undefined) return () => true;
  const group = tags.find(({ name }) => name.toLowerCase() === only.toLowerCase());
  const isMeant = (name: CallName) =>
    group ? name in group.calls : name === only || routeOf(name).path === only;
  if (callNames.some(isMeant)) return isMeant;
  const groups = tags.map(({ name }) => `"${name}"`).join(', ');
  throw new Error(
    `No call and no group is called "${only}". A call is written "POST /v1/order/list"; the groups are ${groups}.`,
  );
}
