import { dateTime } from '../../lang/format.ts';

interface Props {
  content: string;
  signature: string;
  at?: string;
}

/** A merchant's words as buyers read them, with the name they are signed by. */
export function Signed({ content, signature, at }: Props) {
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
