import { serviceUrl } from '../../data/operator.ts';
import { me } from '../../data/session.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Headset } from '../../ui/icons/headset.ts';

/** Added to the small gap of the list above it. */
const apartFromList = { marginBlockStart: '8px' };

/** For users with the permission only: a link to product support. */
export function ProductSupport() {
  if (!me.value.permissions?.includes('product_support')) return null;
  return (
    <LinkButton
      icon={Headset}
      block
      style={apartFromList}
      href={serviceUrl(t('goods.support')) ?? paths.feedback.href({ about: t('goods.support') })}
    >
      {t('goods.support')}
    </LinkButton>
  );
}
