import { useRef, useState } from 'react';
import { online } from '../data/online.ts';
import { me, session } from '../data/session.ts';
import { chooseLang, lang, matchLang, t } from '../lang/index.ts';
import type { Navigator } from '../location.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Languages } from '../ui/icons/languages.ts';
import { X } from '../ui/icons/x.ts';
import { languageSource } from './language-source.ts';

/** Each offer is in its own language, for a person who cannot read the current one; so none is in a language's file. */
export const offers: Readonly<Record<string, string>> = {
  en: 'Continue in English',
  ar: 'المتابعة بالعربية',
  es: 'Continuar en español',
  fr: 'Continuer en français',
  id: 'Lanjutkan dalam bahasa Indonesia',
  it: 'Continua in italiano',
  ja: '日本語で続ける',
  ko: '한국어로 계속하기',
  pt: 'Continuar em português',
  vi: 'Tiếp tục bằng tiếng Việt',
  'zh-CN': '使用简体中文继续',
  'zh-TW': '使用繁體中文繼續',
};

/** Returns the first of the device's languages that is offered here. */
const deviceLang = () => navigator.languages.map(matchLang).find((tag) => tag);

/**
 * Offers the device's language on the first screen while no source has set one. At the foot, so that nothing moves; it
 * disappears with the screen, and only a choice is stored.
 */
export function LanguageOffer({ nav }: { nav: Navigator }) {
  const [isOpen, setOpen] = useState(true);
  const first = useRef(nav.url.peek());
  const tag = deviceLang();
  const isFirst = nav.url.value === first.current;
  const isNamed = languageSource.from !== 'default' || matchLang(me.value.lang);
  if (!tag || tag === lang.value || !isOpen || !isFirst || isNamed) return null;
  if (session.value.status === 'starting' || !online.value) return null;
  // If the language cannot be loaded, the settings report it; here the button can be pressed again.
  const accept = () => void chooseLang(tag).catch(() => {});
  return (
    <aside className="foot-bar" aria-label={t('shell.language')}>
      <div className="note" data-tone="calm" style={{ alignItems: 'center', paddingBlock: '4px' }}>
        <Languages />
        <div className="grow">
          <Button
            kind="plain"
            lang={tag}
            dir={tag === 'ar' ? 'rtl' : 'ltr'}
            onClick={accept}
            style={{ margin: 0 }}
          >
            {offers[tag]}
          </Button>
        </div>
        <IconButton icon={X} label={t('common.dismiss')} onClick={() => setOpen(false)} />
      </div>
    </aside>
  );
}
