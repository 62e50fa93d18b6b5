import { onRefused, type Refused } from '../data/api.ts';
import { blocked, blockedBy } from '../data/blocked.ts';
import { codeRefusal } from '../data/registration.ts';
import { endSession, expire } from '../data/sign-out.ts';
import { toast } from '../data/toast.ts';
import { errorText } from '../lang/i18n.ts';
import type { Place } from '../location.ts';
import { paths, searchOf } from '../paths.ts';

const silent = new Set<number | string>(['cancelled', 'aborted']);
const notFound = new Set<number | string>([401, 411, 437, 440]);
const invite = new Set<number | string>([436, 438]);
const unknown = new Set<number | string>([407, 408]);

/** What the shell does about a refused call; the screen that made it shows its own part beside this. */
export function followRefusals(place: Place): () => void {
  return onRefused((refused) => {
    const { error, quiet } = refused;
    if (silent.has(error.code)) return;
    if (!quiet) toast(() => errorText(error), 'bad');
    move(place, refused);
  });
}

function move(place: Place, { error: { code, data }, call }: Refused) {
  const here = place.here();
  if (unknown.has(code) && call !== 'POST /login') expire();
  if (code === 401) endSession();
  if (notFound.has(code)) blocked.value = blockedBy(data);
  if (notFound.has(code) && !isAt(here, paths.notFound.path)) place.jump(paths.notFound.href({ code }));
  if (!invite.has(code) || isAt(here, paths.invite.path)) return;
  codeRefusal.value = Number(code);
  place.jump(paths.invite.href() + searchOf(here));
}

const isAt = (url: string, path: string) => url === path || url.startsWith(`${path}?`);
