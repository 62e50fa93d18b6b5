import type { Question } from '../../data/help.ts';
import { paths } from '../../paths.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';

/** Questions of one subject, each the way to its answer. */
export const QuestionRows = ({ title, list }: { title: string | undefined; list: readonly Question[] }) => (
  <ItemList title={title}>
    {list.map((one) => (
      <Item key={one.id} title={one.title} href={paths.qaDetail.href({ id: one.id })} next />
    ))}
  </ItemList>
);
