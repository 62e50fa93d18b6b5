import { LocationProvider } from 'preact-iso/router';
import { useContext } from 'react';
import { type Article, article } from '../../data/help.ts';
import { openable } from '../../data/host.ts';
import { date, langName } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { ArticleBlocks } from '../../ui/article-blocks.tsx';
import { Await } from '../../ui/await.tsx';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Head } from '../../ui/head.tsx';
import { Languages } from '../../ui/icons/languages.ts';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** One question with its answer, and a link to report a mistake. */
export default function QaDetail() {
  const { id = '' } = useContext(LocationProvider.ctx).query;
  const loaded = article.ask(id);
  return (
    <>
      <Head title={t('shop.qa')} back={paths.qa.href()} />
      <Page>
        <Await
          of={loaded}
          onRetry={() => article.refetch(id)}
          failed={t('people.qa.failed_one')}
          skeleton={<Skeleton cards={1} height="240px" />}
        >
          {(data) => <Answer data={data} />}
        </Await>
      </Page>
    </>
  );
}

function Answer({ data: { title, blocks, lang, fallback, updatedAt } }: { data: Article }) {
  return (
    <div className="stack">
      <Card title={title}>
        {fallback && (
          <p>
            <Badge icon={Languages}>{t('people.qa.fallback', { language: langName(lang) })}</Badge>
          </p>
        )}
        <div className="stack" lang={lang} dir={fallback ? 'auto' : undefined}>
          <ArticleBlocks blocks={blocks} openable={openable} />
        </div>
        {updatedAt && <p className="small muted">{t('people.qa.updated', { at: date(updatedAt) })}</p>}
      </Card>
      <div className="row between">
        <p className="muted">{t('people.qa.wrong')}</p>
        <LinkButton kind="plain" href={paths.feedback.href({ about: title })}>
          {t('people.qa.tell')}
        </LinkButton>
      </div>
    </div>
  );
}
