import { me } from '../../data/session.ts';
import { t } from '../../lang/i18n.ts';
import { Badge } from '../../ui/badge.tsx';

/** Says beside amounts and orders that they are those of a demo; draws nothing in a real shop. */
export const DemoBadge = () => me.value.demo && <Badge tone="warn">{t('shop.demo')}</Badge>;
