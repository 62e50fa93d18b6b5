// What the shop centre shows after its first paint, in one piece: the shortcuts' drawings, how the shop stands, and the
// swipeable row.

import { CircleQuestionMark } from '../../ui/icons/circle-question-mark.ts';
import { Headset } from '../../ui/icons/headset.ts';
import { IdCard } from '../../ui/icons/id-card.ts';
import { Megaphone } from '../../ui/icons/megaphone.ts';
import { MessageSquareText } from '../../ui/icons/message-square-text.ts';
import { PenLine } from '../../ui/icons/pen-line.ts';
import { UserPlus } from '../../ui/icons/user-plus.ts';
import { Warehouse } from '../../ui/icons/warehouse.ts';
import type { IconOf } from '../../ui/props.ts';
import type { ShortcutName } from './shortcuts.tsx';
import { Slides } from './slides.tsx';
import { Standing } from './standing.tsx';

const icons: Readonly<Record<ShortcutName, IconOf>> = {
  warehouse: Warehouse,
  promotion: Megaphone,
  invitation: UserPlus,
  identity: IdCard,
  orderComment: MessageSquareText,
  qa: CircleQuestionMark,
  feedback: PenLine,
  service: Headset,
};

export default { icons, Slides, Standing };
