import { t } from '../lang/i18n.ts';
import { useForms } from './form.tsx';
import { IconButton } from './icon-button.tsx';
import { Camera } from './icons/camera.ts';

interface ScanButtonProps {
  name: string;
  /** What of the text is the field's: a code is often written as an address that has it in it. */
  part: RegExp;
  /** Returns what was scanned; undefined where the camera was closed. */
  scan: () => Promise<string | undefined>;
}

/** Reads a field by the host's camera: `after={<ScanButton name="txHash" part={/[0-9a-f]{64}/i} scan={scan} />}`. */
export function ScanButton({ name, part, scan }: ScanButtonProps) {
  const { setValue, setFocus } = useForms();
  const read = async () => {
    const text = (await scan())?.trim().slice(0, 512);
    if (text) setValue(name, part.exec(text)?.[0] ?? text);
    setFocus(name);
  };
  return <IconButton icon={Camera} label={t('form.scan')} onClick={() => void read()} />;
}
