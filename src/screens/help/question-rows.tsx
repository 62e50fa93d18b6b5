import type { Question } from '../../data/help.ts';
import { paths } from '../../paths.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';

/** A question, which leads to its answer. */
export const QuestionRow = ({ question: { id, title } }: { question: Question }) => (
  <Item title={title} href={paths.qaDetail.href({ id })} next />
);

/** Questions of one subject. */
export const QuestionRows = ({ title, list }: { title: string | undefined; list: readonly Question[] }) => (
  <ItemList title={title}>
    {list.map((one) => (
      <QuestionRow key={one.id} question={one} />
    ))}
  </ItemList>
);
