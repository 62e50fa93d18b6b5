import { act } from 'preact/test-utils';
import { render } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { LeaveGuards } from '../../src/ui/leave-guard.ts';
import { Sheet } from '../../src/ui/sheet.tsx';
import { draw, press } from './draw.tsx';

const sheet = (onClose = vi.fn()) => (
  <Sheet title="Pay" onClose={onClose}>
    <p>Inside</p>
  </Sheet>
);

test('a sheet is a dialog named by its heading, which takes the focus', () => {
  const { get } = draw(sheet());
  expect((get('dialog', 'Pay') as HTMLDialogElement).open).toBe(true);
  expect(document.activeElement).toBe(get('heading', 'Pay'));
});

test('Esc, the cross and the backdrop ask a sheet to close; a press inside does not', () => {
  const onClose = vi.fn();
  const { get } = draw(sheet(onClose));
  const dialog = get('dialog');
  vi.spyOn(dialog, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 300, 200));
  dialog.dispatchEvent(new MouseEvent('click', { clientX: 10, clientY: 150, bubbles: true }));
  expect(onClose).toHaveBeenCalledTimes(0);
  dialog.dispatchEvent(new MouseEvent('click', { clientX: 10, clientY: 20, bubbles: true }));
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  press(get('button', 'Close'));
  expect(onClose).toHaveBeenCalledTimes(3);
});

test('the page behind a sheet does not scroll, and the focus goes back', () => {
  const { again, get } = draw(<button type="button">Open</button>);
  get('button', 'Open').focus();
  const page = document.documentElement;
  again([
    <button key="b" type="button">
      Open
    </button>,
    <div key="s">{sheet()}</div>,
  ]);
  expect(page.style.overflow).toBe('hidden');
  again([
    <button key="b" type="button">
      Open
    </button>,
  ]);
  expect(page.style.overflow).toBe('');
  expect(document.activeElement?.textContent).toBe('Open');
});

test('the focus goes back inside a shadow root to what had it there', () => {
  const host = document.createElement('div');
  document.body.replaceChildren(host);
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = '<button>Open</button><div></div>';
  const [button, place] = [root.querySelector('button'), root.querySelector('div')];
  if (!button || !place) throw new Error('The shadow root is empty.');
  button.focus();
  act(() => void render(sheet(), place));
  expect(root.activeElement?.textContent).toBe('Pay');
  act(() => void render(null, place));
  expect(root.activeElement).toBe(button);
});

test('a sheet behind sign-in is closed and blocks nothing, and afterwards it is open with what was typed and the focus there', async () => {
  const onClose = vi.fn();
  const guards = new Set<unknown>();
  const register = (guard: unknown) => {
    guards.add(guard);
    return () => guards.delete(guard);
  };
  const behind = (value: typeof register | null) => (
    <LeaveGuards.Provider value={value}>
      <Sheet title="Price" onClose={onClose}>
        <input name="price" />
      </Sheet>
    </LeaveGuards.Provider>
  );
  const { again, get } = draw(behind(register));
  const field = get('[name=price]') as HTMLInputElement;
  field.value = '12.50';
  field.focus();
  const dialog = get('dialog') as HTMLDialogElement;
  expect([dialog.open, guards.size]).toEqual([true, 1]);
  again(behind(null));
  expect([dialog.open, guards.size]).toEqual([false, 0]);
  expect(document.documentElement.style.overflow).toBe('');
  again(behind(register));
  expect([dialog.open, guards.size]).toEqual([true, 1]);
  expect([document.activeElement, field.value]).toEqual([field, '12.50']);
  expect(onClose).not.toHaveBeenCalled();
});

test('a sheet that is removed blocks no link from then on, not even for a frame', async () => {
  const guards = new Set<unknown>();
  const register = (guard: unknown) => {
    guards.add(guard);
    return () => guards.delete(guard);
  };
  const place = document.createElement('div');
  document.body.append(place);
  const show = (child: ReturnType<typeof sheet> | null) =>
    render(<LeaveGuards.Provider value={register}>{child}</LeaveGuards.Provider>, place);
  // Without `act`, which would run at once what the app runs a frame later.
  show(sheet());
  await vi.waitFor(() => expect(guards.size).toBe(1));
  show(null);
  expect(guards.size).toBe(0);
});
