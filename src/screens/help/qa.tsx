import { useLocation } from 'preact-iso/router';
import { useEffect, useState } from 'react';
import { questionsResource } from '../../data/help.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { Headset } from '../../ui/icons/headset.ts';
import { Search } from '../../ui/icons/search.ts';
import { Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { QuestionRows } from './question-rows.tsx';

/** Questions by subject, with a search in all answers. */
export default function Questions() {
  const { query, route } = useLocation();
  const { keyword: asked = '' } = query;
  const [typed, setTyped] = useState(asked);
  const keyword = useDebounced(typed.trim().slice(0, 64));
  useEffect(() => {
    // Back from an answer leads to the results.
    if (keyword !== asked) route(paths.qa.href(keyword ? { keyword } : {}), true);
  }, [keyword, asked, route]);
  return (
    <>
      <Head title={t('settings.qa')} back={paths.shopCentre.href()} />
      <Page>
        <div className="stack">
          <SearchBox label={t('people.qa.search')} value={typed} onText={setTyped} />
          <Await
            of={questionsResource.ask(keyword)}
            onRetry={() => questionsResource.refetch(keyword)}
            failed={t('people.qa.failed')}
            skeleton={<SkeletonRows rows={8} media="0" />}
            empty={
              <Empty icon={Search} title={t('people.qa.empty')} text={t('people.qa.empty_text')}>
                {typed && <Button onClick={() => setTyped('')}>{t('people.qa.all')}</Button>}
              </Empty>
            }
          >
            {(list) =>
              [...new Set(list.map((one) => one.category))].map((category) => (
                <QuestionRows
                  key={category}
                  title={category}
                  list={list.filter((one) => one.category === category)}
                />
              ))
            }
          </Await>
          <LinkButton kind="plain" icon={Headset} href={paths.service.href()}>
            {t('not_found.service')}
          </LinkButton>
        </div>
      </Page>
    </>
  );
}
