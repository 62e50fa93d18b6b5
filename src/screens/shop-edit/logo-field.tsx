import type { CSSProperties } from 'react';
import { fileRulesFor } from '../../data/uploads.ts';
import { percent, t } from '../../lang/index.ts';
import { Field } from '../../ui/field.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { Upload } from '../../ui/upload.tsx';
import { usePreview } from '../../ui/use-upload.ts';
import type { LogoChoice } from './crop.ts';

interface LogoProps {
  /** The current logo. */
  now: string | undefined;
  value: LogoChoice | undefined;
  onLogo: (choice: LogoChoice | undefined) => void;
  share: number | undefined;
}

/** A new logo: the picture, and its visible square. A slider moves the square; nothing is dragged. */
export function LogoField({ now, value, onLogo, share }: LogoProps) {
  const url = usePreview(value?.file);
  const style = { '--size': '96px', objectPosition: `${value?.at}% ${value?.at}%` } as CSSProperties;
  return (
    <>
      <div className="row">
        {value && url ? (
          <img className="thumb" src={url} alt={t('business.shop.logo_preview')} style={style} />
        ) : (
          <Thumb src={now} size={64} />
        )}
        <div className="grow">
          {value ? (
            <Field label={t('business.shop.crop')}>
              {(aria) => (
                <input
                  {...aria}
                  type="range"
                  style={{ inlineSize: '100%', minBlockSize: '44px' }}
                  value={value.at}
                  aria-valuetext={percent(value.at / 100)}
                  onInput={(event) => onLogo({ file: value.file, at: Number(event.currentTarget.value) })}
                />
              )}
            </Field>
          ) : (
            <p className="muted">{t('business.shop.logo_now')}</p>
          )}
        </div>
      </div>
      <Upload
        {...fileRulesFor('logo')}
        label={t('business.shop.logo')}
        hint={t('business.shop.logo_hint')}
        value={value}
        sent={share}
        onFile={(chosen) => onLogo(chosen?.file instanceof File ? { file: chosen.file, at: 50 } : undefined)}
      />
    </>
  );
}
