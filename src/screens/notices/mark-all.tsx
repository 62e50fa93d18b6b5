import { useState } from 'react';
import { markAllRead, type Notice, noticesResource } from '../../data/notices.ts';
import { unreadResource } from '../../data/unread.ts';
import { t } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';

/** Marks all as read, in the head of the screen, while there is something to mark. */
export function UnreadNotices() {
  const { unread = 0 } = unreadResource.ask().value.data ?? {};
  const newest = noticesResource.ask({}).value.data?.list[0];
  return unread > 0 && newest && <MarkAll newest={newest} />;
}

function MarkAll({ newest }: { newest: Notice }) {
  const [busy, setBusy] = useState(false);
  const mark = () => {
    setBusy(true);
    markAllRead(newest)
      .catch(() => {}) // A toast has shown the error.
      .finally(() => setBusy(false));
  };
  return (
    <span className="over">
      <Button kind="plain" busy={busy} onClick={mark} style={atEnd}>
        {t('people.notices.mark_all')}
      </Button>
    </span>
  );
}

/** Its words, not the room around them, end where those of the rows do. */
const atEnd = { marginInline: '0 1px' };
