import { useState } from 'react';
import { chooseLang, lang, langName, matchLang, offeredLangs, t } from '../lang/index.ts';
import { ErrorState } from './error-state.tsx';
import { Sheet } from './sheet.tsx';

/** The languages over a screen, so that nothing that is typed there is lost. */
export default function LanguageSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title={t('shell.language')} onClose={onClose}>
      <LanguageList />
    </Sheet>
  );
}

/** The languages, each in its own name. A choice takes effect at once and is kept on this device. */
function LanguageList() {
  const [failed, setFailed] = useState<string>();
  const deviceLang = matchLang(navigator.language);
  const pick = async (tag: string) => {
    setFailed(undefined);
    await chooseLang(tag).catch(() => setFailed(tag));
  };
  return (
    <>
      <div className="tiles" role="radiogroup" aria-label={t('shell.language')}>
        {offeredLangs().map((tag) => (
          <label key={tag} className="pick">
            <input type="radio" name="lang" checked={lang.value === tag} onChange={() => pick(tag)} />
            <span className="grow">
              <span lang={tag}>{langName(tag)}</span>
              {tag === deviceLang && tag !== lang.value && (
                <span className="hint">{t('settings.suggested')}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {failed && <ErrorState error={{ code: 'network' }} onRetry={() => pick(failed)} />}
    </>
  );
}
