import { LocationProvider } from 'preact-iso/router';
import { useContext } from 'react';
import { type Article, articleResource, questionsResource } from '../../data/help.ts';
import { openable } from '../../data/host.ts';
import { date, langName, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { ArticleBlocks } from '../../ui/article-blocks.tsx';
import { Await } from '../../ui/await.tsx';
import { Badge } from '../../ui/badge.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { Head } from '../../ui/head.tsx';
import { Languages } from '../../ui/icons/languages.ts';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { QuestionRows } from './question-rows.tsx';

/** One question with its answer, a link to report a mistake, and questions of the same subject. */
export default function QaDetail() {
  const { id = '' } = useContext(LocationProvider.ctx).query;
  const loaded = articleResource.ask(id);
  return (
    <>
      <Head title={t('settings.qa')} back={paths.qa.href()} />
      <Page>
        <Await
          of={loaded}
          onRetry={() => articleResource.refetch(id)}
          failed={t('people.qa.failed_one')}
          skeleton={<Skeleton cards={1} height="240px" />}
        >
          {(data) => (
            <div className="stack">
              <Answer data={data} />
              <Related id={id} />
            </div>
          )}
        </Await>
      </Page>
    </>
  );
}

function Answer({ data: { title, blocks, lang, fallback, updatedAt } }: { data: Article }) {
  const Title = useHeading(2);
  const language = { lang, dir: fallback ? ('auto' as const) : undefined };
  return (
    <>
      <Title className="title" {...language}>
        {title}
      </Title>
      {fallback && (
        <p>
          <Badge icon={Languages}>{t('people.qa.fallback', { language: langName(lang) })}</Badge>
        </p>
      )}
      <section className="card list" {...language}>
        {partsOf(blocks).map((part, at) => (
          <div key={at} className="stack">
            <ArticleBlocks blocks={part} openable={openable} />
          </div>
        ))}
      </section>
      <p className="row between small muted">
        {updatedAt && <span>{t('people.qa.updated', { at: date(updatedAt) })}</span>}
        <span>
          {t('people.qa.wrong')}{' '}
          <a className="hit" href={paths.feedback.href({ about: title })}>
            {t('people.qa.tell')}
          </a>
        </span>
      </p>
    </>
  );
}

type Blocks = Article['blocks'];

/** Returns the parts of an article: what is before its first heading, then each heading with what follows. */
const partsOf = (blocks: Blocks): Blocks[] =>
  blocks.reduce<Blocks[]>((parts, block) => {
    const last = parts.at(-1);
    if (block.kind === 'h' || !last) parts.push([block]);
    else last.push(block);
    return parts;
  }, []);

const maxShown = 3;

/** The next questions of the same subject; nothing while the list is not here, as it is no part of the answer. */
function Related({ id }: { id: string }) {
  const list = questionsResource.ask('').value.data ?? [];
  const category = list.find((one) => one.id === id)?.category;
  const others = list.filter((one) => one.category === category && one.id !== id).slice(0, maxShown);
  if (!category || others.length === 0) return null;
  return <QuestionRows title={category} list={others} />;
}
