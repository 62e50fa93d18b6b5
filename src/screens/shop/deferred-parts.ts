// What the shop centre shows after its figures, in one piece: the shortcuts' drawings, how the shop stands, and the
// swipeable row.

import { Headset } from '../../ui/icons/headset.ts';
import { Megaphone } from '../../ui/icons/megaphone.ts';
import { MessageSquareText } from '../../ui/icons/message-square-text.ts';
import { Warehouse } from '../../ui/icons/warehouse.ts';
import { Slides } from './slides.tsx';
import { Standing } from './standing.tsx';

const icons = {
  warehouse: Warehouse,
  promotion: Megaphone,
  orderComment: MessageSquareText,
  service: Headset,
};

export default { icons, Slides, Standing };
