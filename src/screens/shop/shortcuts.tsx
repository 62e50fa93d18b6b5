import { type TextKey, t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import type { IconOf } from '../../ui/children.ts';
import { CircleQuestionMark } from '../../ui/icons/circle-question-mark.ts';
import { Headset } from '../../ui/icons/headset.ts';
import { IdCard } from '../../ui/icons/id-card.ts';
import { Megaphone } from '../../ui/icons/megaphone.ts';
import { MessageSquareText } from '../../ui/icons/message-square-text.ts';
import { PenLine } from '../../ui/icons/pen-line.ts';
import { UserPlus } from '../../ui/icons/user-plus.ts';
import { Warehouse } from '../../ui/icons/warehouse.ts';
import { Mark } from '../../ui/thumb.tsx';

const shortcuts: readonly [TextKey, IconOf, string][] = [
  ['shop.warehouse', Warehouse, paths.warehouse.path],
  ['shop.promotion', Megaphone, paths.promotion.path],
  ['shop.invite', UserPlus, paths.invitation.path],
  ['shop.verification', IdCard, paths.identity.path],
  ['shop.comments', MessageSquareText, paths.orderComment.path],
  ['shop.qa', CircleQuestionMark, paths.qa.path],
  ['shop.feedback', PenLine, paths.feedback.path],
  ['shop.service', Headset, paths.service.path],
];

export function Shortcuts() {
  return (
    <nav className="card shorts" aria-label={t('shop.shortcuts')}>
      {shortcuts.map(([text, Icon, path]) => (
        <a key={path} className="short" href={path}>
          <Mark>
            <Icon />
          </Mark>
          {t(text)}
        </a>
      ))}
    </nav>
  );
}
