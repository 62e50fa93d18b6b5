import { t } from '../lang/index.ts';
import { Badge } from './badge.tsx';

/** Says beside amounts and orders that they are those of a demo: `{me.value.demo && <DemoBadge />}`. */
export const DemoBadge = () => <Badge tone="warn">{t('shop.demo')}</Badge>;
