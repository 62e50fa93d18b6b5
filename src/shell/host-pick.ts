import { capabilities, pickFile } from '../data/host.ts';

const canPick = () => capabilities.peek().includes('pickFile');

/** Files are chosen by the host's own means where it has some, as a WebView may have none: its field then takes what was chosen. */
export function pickByHost(root: HTMLElement): () => void {
  const click = async (event: Event) => {
    const [field] = event.composedPath();
    if (!(field instanceof HTMLInputElement) || field.type !== 'file' || !canPick()) return;
    event.preventDefault();
    const { accept, capture } = field;
    const file = await pickFile({ accept, ...(capture && { capture }) });
    if (!file || !field.isConnected) return;
    const chosen = new DataTransfer();
    chosen.items.add(file);
    field.files = chosen.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
  root.addEventListener('click', click);
  return () => root.removeEventListener('click', click);
}
