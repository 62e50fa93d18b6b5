import type { ChangeEvent, Ref } from 'react';
import { number, t } from '../lang/index.ts';
import { Button } from './button.tsx';
import { Field, type FieldProps } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { Camera } from './icons/camera.ts';
import { ClipboardList } from './icons/clipboard-list.ts';
import { Plus } from './icons/plus.ts';
import { RefreshCw } from './icons/refresh-cw.ts';
import { X } from './icons/x.ts';
import { Meter } from './meter.tsx';
import { Thumb } from './thumb.tsx';
import { type Chosen, kindsOf, sizeOf, type UploadRules, usePreview, useUpload } from './use-upload.ts';

interface UploadProps extends FieldProps, UploadRules {
  value: Chosen | undefined;
  onFile: (chosen: Chosen | undefined) => void;
  /** The share of the form's own call that was sent, from 0 to 1, where the file is part of it. */
  sent?: number;
  inputRef?: Ref<HTMLInputElement>;
}

/** Returns whether the device has a camera: elsewhere `capture` would open the same chooser twice. */
const isHandheld = () => matchMedia('(pointer: coarse)').matches;

/**
 * A file to choose, from the camera or the gallery, with its preview. Refused types and sizes are never sent.
 * `<Upload {...uploadRulesFor('certificate')} label={…} value={file} onFile={setFile} error={…} />` sends it at once and
 * adds `fileId`; with `fileRulesFor(…)` the file waits for the form's own call. An error loses nothing that was chosen.
 * A file that neither the server nor the page has is asked for again.
 */
export function Upload({ label, hint, error, value, sent, inputRef, ...rules }: UploadProps) {
  const { choose, send, remove, isPreparing, share = sent, wrong } = useUpload({ ...rules, value });
  const content = value?.file instanceof File && value.file;
  const isNameOnly = value && !value.fileId && !content;
  const lost = isNameOnly && !isPreparing ? t('form.upload.again') : undefined;
  const isLeft = content && rules.send && !value.fileId && share === undefined;
  const picker = {
    className: 'sr',
    type: 'file',
    accept: rules.types.join(),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      void choose(currentTarget.files?.[0]);
      currentTarget.value = '';
    },
  } as const;
  return (
    <Field
      label={label}
      error={wrong ?? (isNameOnly ? lost : error)}
      hint={
        <>
          {hint}{' '}
          <span>
            <bdi>{kindsOf(rules.types)}</bdi> · <bdi>{sizeOf(rules.maxBytes)}</bdi>
          </span>
        </>
      }
    >
      {(aria) => (
        <div className="stack tight">
          <div className={value ? 'row near' : 'cells tight'}>
            <label className="pick grow">
              <input {...aria} {...picker} ref={inputRef} />
              {value ? <Picked {...value} share={share} /> : <Plus />}
              {!value && t(rules.types.length > 3 ? 'form.upload.choose_file' : 'form.upload.choose')}
            </label>
            {value && (
              <IconButton
                icon={X}
                label={share === undefined ? t('form.upload.remove', { name: label }) : t('form.upload.stop')}
                onClick={remove}
              />
            )}
            {!value && isHandheld() && (
              <label className="pick">
                <input {...picker} capture="environment" />
                <Camera />
                {t('form.upload.camera')}
              </label>
            )}
          </div>
          {isPreparing && (
            <p className="small muted" role="status">
              {t('form.upload.preparing')}
            </p>
          )}
          {isLeft && (
            <Button icon={RefreshCw} onClick={() => send(content)}>
              {t('common.retry')}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}

const wholePercent = (share: number) => number(share, { style: 'percent' });

/** Says which share of a file, from 0 to 1, has been sent. */
export const sendingText = (share: number) => t('form.upload.sending', { share: wholePercent(share) });

function Picked({ file, fileId, share }: Chosen & { share: number | undefined }) {
  const url = usePreview(file);
  const state = share === undefined ? sizeOf(file.size) : sendingText(share);
  return (
    <>
      {url ? <Thumb src={url} /> : <ClipboardList />}
      <span className="grow">
        <bdi>{file.name}</bdi>
        <span className="hint">
          {state}
          {fileId && <span role="status">{t('form.upload.sent')}</span>}
        </span>
        {share !== undefined && (
          <Meter progress label={file.name} value={share} max={1} text={wholePercent(share)} />
        )}
      </span>
    </>
  );
}
