import { uploadsFor } from '../../data/uploads.ts';
import { number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Upload } from '../../ui/upload.tsx';
import type { Chosen } from '../../ui/use-upload.ts';

const places = [0, 1, 2];

/** By their places: one that is taken away leaves its place empty, for its neighbour may be on its way. */
export type Files = Readonly<Record<number, Chosen | undefined>>;

interface Props {
  files: Files;
  onFiles: (change: (files: Files) => Files) => void;
}

/** Up to three files that show what happened, each sent as soon as it is chosen. */
export function CaseFiles({ files, onFiles }: Props) {
  const rules = uploadsFor('certificate');
  return places
    .filter((place) => place === 0 || files[place] || files[place - 1])
    .map((place) => (
      <Upload
        key={place}
        {...rules}
        label={t('orders.case.file', { number: number(place + 1), most: number(places.length) })}
        value={files[place]}
        onFile={(chosen) => onFiles((kept) => ({ ...kept, [place]: chosen }))}
      />
    ));
}
