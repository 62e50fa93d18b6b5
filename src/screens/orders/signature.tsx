import { dateTime } from '../../lang/index.ts';

interface Props {
  content: string;
  signature: string;
  at?: string;
}

/** A merchant's text as buyers read it, with its signature. */
export function Signature({ content, signature, at }: Props) {
  return (
    <>
      <p dir="auto">{content}</p>
      <p className="small muted">
        <bdi>{signature || '—'}</bdi>
        {at && ` · ${dateTime(at)}`}
      </p>
    </>
  );
}
