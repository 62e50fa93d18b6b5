import { article } from '../../data/help.ts';
import { openable } from '../../data/host.ts';
import { date } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Blocks } from '../../ui/blocks.tsx';
import { Card } from '../../ui/card.tsx';

const rules = 'invitations';

/** The rules as the server has them, with the figures in force and the date of this version. */
export function RulesCard() {
  const { data } = article.ask(rules).value;
  if (!data) return null;
  return (
    <Card title={t('people.invitation.rules')}>
      <Blocks blocks={data.blocks} openable={openable} />
      <p className="small muted">
        {data.updatedAt && t('people.invitation.version', { at: date(data.updatedAt) })}{' '}
        <a href={paths.qaDetail.href({ id: rules })}>{t('people.invitation.rules_link')}</a>
      </p>
    </Card>
  );
}
