import { t } from '../lang/index.ts';
import { useForms } from './form.tsx';
import { IconButton } from './icon-button.tsx';
import { Camera } from './icons/camera.ts';

interface ScanButtonProps {
  name: string;
  /** The part of the text that is the field's: a code is often written as an address that has it in it. */
  pattern: RegExp;
  /** Returns what was scanned; undefined where the camera was closed. */
  scan: () => Promise<string | undefined>;
}

/** Reads a field by the host's camera: `after={<ScanButton name="txHash" pattern={/[0-9a-f]{64}/i} scan={scan} />}`. */
export function ScanButton({ name, pattern, scan }: ScanButtonProps) {
  const { setValue, setFocus } = useForms();
  const read = async () => {
    const text = (await scan())?.trim().slice(0, 512);
    if (text) setValue(name, pattern.exec(text)?.[0] ?? text);
    setFocus(name);
  };
  return <IconButton icon={Camera} label={t('form.scan')} onClick={() => void read()} />;
}
