import { useLocation } from 'preact-iso/router';
import { useState } from 'react';
import { asApiError } from '../../data/api-error.ts';
import { hasFeature, me } from '../../data/session.ts';
import { signOut } from '../../data/sign-out.ts';
import { errorText, gap, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { LogOut } from '../../ui/icons/log-out.ts';
import { Smartphone } from '../../ui/icons/smartphone.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';

/** The signed-in account, and sign-out: here, or on every device where the server supports it. */
export function Account() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [isAsking, setAsking] = useState(false);
  const { route } = useLocation();
  const leave = async (where?: 'everywhere') => {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    try {
      await signOut(where);
      // The next person to sign in starts at the first screen.
      route(paths.shopCentre.href(), true);
    } catch (thrown) {
      setProblem(errorText(asApiError(thrown)));
      setBusy(false);
    }
  };
  const name = me.value.username;
  return (
    <>
      <ItemList
        title={t('settings.account')}
        aside={
          name && (
            <span className="small muted">
              {t('settings.signed_in_as')} <bdi>{name}</bdi>
            </span>
          )
        }
      >
        <Item
          media={<LogOut className="muted" />}
          title={t('settings.sign_out')}
          onPress={() => void leave()}
        />
        {hasFeature('logout') && (
          <Item
            media={<Smartphone className="muted" />}
            title={
              <span className="tone" data-tone="bad">
                {t('settings.sign_out_all')}
              </span>
            }
            onPress={() => setAsking(true)}
          />
        )}
      </ItemList>
      {isAsking && (
        <Sheet title={t('settings.sign_out_all_title')} onClose={() => setAsking(false)}>
          <div className="stack">
            <p>{t('settings.sign_out_all_text')}</p>
            <div className="cells tight">
              <Button onClick={() => setAsking(false)}>{t('settings.stay')}</Button>
              <Button
                kind="soft"
                data-tone="bad"
                onClick={() => {
                  setAsking(false);
                  void leave('everywhere');
                }}
              >
                {t('settings.sign_out')}
              </Button>
            </div>
          </div>
        </Sheet>
      )}
      {problem && (
        <Note tone="bad" role="alert">
          {problem}
          {gap()}
          {t('settings.still_signed_in')}
        </Note>
      )}
    </>
  );
}
