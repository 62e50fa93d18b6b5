import type { Output } from '../contract/calls.ts';
import { useHeading } from './chrome.ts';

interface ArticleBlocksProps {
  blocks: Output<'POST /v1/home/qa_detail'>['blocks'];
  /** Returns the address of a link or a picture; undefined where following it could run a script. */
  openable(href: string | null | undefined): string | undefined;
}

/** Lists of an article show their markers; the rest of the app's lists do not. */
const listStyles = { listStyle: 'revert', paddingInlineStart: '1.4em' };

/** A heading stands nearer to what it names than to what is before it. */
const headingStyles = { marginBlockEnd: '-12px' };

/** An article's blocks. Everything from the server is drawn as text. */
export function ArticleBlocks({ blocks, openable }: ArticleBlocksProps) {
  const Title = useHeading(2);
  return blocks.map(({ kind, text, items = [], href }, at) => {
    const link = openable(href);
    const key = `${at}${text}`;
    if (kind === 'h')
      return (
        <Title key={key} style={headingStyles}>
          {text}
        </Title>
      );
    if (kind === 'ul' || kind === 'ol') {
      const List = kind;
      return (
        <List key={key} className="stack tight" style={listStyles}>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </List>
      );
    }
    if (kind === 'img' && link)
      return <img key={key} src={link} alt={text} loading="lazy" style={{ maxInlineSize: '100%' }} />;
    return <p key={key}>{kind === 'link' && link ? <a href={link}>{text}</a> : text}</p>;
  });
}
