import { capabilities, scan } from '../../data/host.ts';
import { t } from '../../lang/i18n.ts';
import { useForms } from '../../ui/form.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Camera } from '../../ui/icons/camera.ts';

interface ScanButtonProps {
  name: string;
  /** What of the text is the field's: a code is often written as an address that has it in it. */
  part: RegExp;
}

/** Reads a field by the host's camera, where there is one: `after={<ScanButton name="txHash" part={/[0-9a-f]{64}/i} />}`. */
export function ScanButton({ name, part }: ScanButtonProps) {
  const { setValue, setFocus } = useForms();
  if (!capabilities.value.includes('scan')) return null;
  const read = async () => {
    const text = (await scan())?.trim().slice(0, 512);
    if (text) setValue(name, part.exec(text)?.[0] ?? text);
    setFocus(name);
  };
  return <IconButton icon={Camera} label={t('form.scan')} onClick={() => void read()} />;
}
