import { Search as Glass } from './icons/search.ts';

/** A search box that shows its label as its placeholder, too: `<SearchBox label={t('goods.search')} value onText />`. */
export function SearchBox({
  label,
  value,
  onText,
}: {
  label: string;
  value: string;
  onText: (value: string) => void;
}) {
  return (
    <search>
      <label className="input">
        <Glass className="muted" />
        <span className="sr">{label}</span>
        <input
          type="search"
          enterkeyhint="search"
          autocomplete="off"
          placeholder={label}
          value={value}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      </label>
    </search>
  );
}
