import { act } from 'preact/test-utils';
import { render } from 'react-dom';
import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import { addTexts } from '../../src/lang/index.ts';
import { Form, FormButton } from '../../src/ui/form.tsx';
import { FormField, FormPassword, FormPin } from '../../src/ui/form-field.tsx';
import { FormRadioGroup } from '../../src/ui/form-radio-group.tsx';
import { describedBy, draw, submit, switchTo, write } from './draw.tsx';

const schema = v.object({
  username: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.minLength(3)),
  password: v.pipe(v.string(), v.nonEmpty()),
  payPassword: v.optional(v.pipe(v.string(), v.regex(/^\d{6}$/, '["six_digits",null]'))),
});

const show = (onSubmit: (values: unknown) => unknown = vi.fn(), draftKey?: string) =>
  draw(
    <Form schema={schema} onSubmit={onSubmit} draftKey={draftKey}>
      <FormField name="username" label="Username" />
      <FormPassword name="password" label="Password" />
      <FormPin name="payPassword" label="Payment password" />
      <FormButton>Send</FormButton>
    </Form>,
  );

beforeEach(() => sessionStorage.clear());

test('wrong fields get a sentence beside them, a summary is spoken, the first takes the focus', async () => {
  const { get } = show();
  await submit(get('form'));
  expect(get('alert').textContent).toBe('2 fields need attention.');
  expect(describedBy(get('textbox', 'Username'))).toBe('Fill this in.');
  expect(get('textbox', 'Username').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(get('textbox', 'Username'));
});

test('one wrong field has its sentence, which is spoken, and the focus, and nothing is added above it', async () => {
  const { get, all } = show();
  await write(get('textbox', 'Password'), 'a-long-password');
  await write(get('textbox', 'Payment password'), '135790');
  await submit(get('form'));
  expect(describedBy(get('textbox', 'Username'))).toBe('Fill this in.');
  expect(document.activeElement).toBe(get('textbox', 'Username'));
  expect(all('alert').map((one) => one.textContent)).toEqual(['Fill this in.']);
});

test('a choice that is missing takes the focus at the first option that can be chosen', async () => {
  const items = [
    { value: 'closed', label: 'Closed', disabled: true },
    { value: 'open', label: 'Open' },
  ];
  const { get } = draw(
    <Form schema={v.object({ network: v.string() })} onSubmit={() => {}}>
      <FormRadioGroup name="network" label="Network" items={items} />
      <FormButton>Send</FormButton>
    </Form>,
  );
  await submit(get('form'));
  expect(document.activeElement).toBe(get('radio', 'Open'));
});

test('the button looks as if it could not act until all that is needed is typed, and can be pressed before', async () => {
  const { get } = show();
  const isEarly = () => get('button', 'Send').classList.contains('early');
  await act(async () => {});
  expect([isEarly(), get('button', 'Send').getAttribute('aria-disabled')]).toEqual([true, null]);
  await write(get('textbox', 'Username'), 'amina');
  expect(isEarly()).toBe(true);
  await write(get('textbox', 'Password'), 'a-long-password');
  await vi.waitFor(() => expect(isEarly()).toBe(false));
});

test.each([
  ['ab', 'Enter at least 3 characters.'],
  ['   ', 'Fill this in.'],
])('"%s" is answered with "%s"', async (typed, message) => {
  const { get } = show();
  await write(get('textbox', 'Username'), typed);
  await submit(get('form'));
  expect(describedBy(get('textbox', 'Username'))).toBe(message);
});

test('figures are written in Latin digits as they are typed; a name keeps its own', async () => {
  const sent = vi.fn();
  const { get } = draw(
    <Form schema={v.object({ no: v.string(), username: v.string() })} onSubmit={sent}>
      <FormField name="no" label="No" dir="ltr" />
      <FormField name="username" label="Username" dir="ltr" autocomplete="username" />
    </Form>,
  );
  await write(get('textbox', 'No'), '٤١١١ ۱۲٫۵');
  await write(get('textbox', 'Username'), 'أمينة٢');
  expect((get('textbox', 'No') as HTMLInputElement).value).toBe('4111 12.5');
  await submit(get('form'));
  expect(sent).toHaveBeenCalledWith({ no: '4111 12.5', username: 'أمينة٢' });
});

test('errors follow a switch of language', async () => {
  const { get } = show();
  await submit(get('form'));
  const before = describedBy(get('textbox', 'Username'));
  addTexts('xx', 'first', { form: { required: 'Remplissez.' } });
  addTexts('xx', 'rest', {});
  await switchTo('xx');
  expect(describedBy(get('textbox', 'Username'))).toBe('Remplissez.');
  await switchTo('en');
  expect(describedBy(get('textbox', 'Username'))).toBe(before);
});

const fill = async (get: ReturnType<typeof show>['get']) => {
  await write(get('textbox', 'Username'), 'amina');
  await write(get('textbox', 'Password'), 'secret');
  await write(get('textbox', 'Payment password'), '١٢٣٤٥٦');
};

test('what was typed is submitted once, also when pressed twice', async () => {
  let answer = () => {};
  const onSubmit = vi.fn(() => new Promise<void>((done) => (answer = done)));
  const { get } = show(onSubmit);
  await fill(get);
  await submit(get('form'));
  await submit(get('form'));
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(onSubmit).toHaveBeenCalledWith({ username: 'amina', password: 'secret', payPassword: '123456' });
  expect(get('button', 'Send').getAttribute('aria-busy')).toBe('true');
  await act(async () => answer());
});

test.each([
  ['at its field', { code: 413, fields: ['password'] }, 'Password', 'Wrong username or password.'],
  [
    'by the broken rule',
    { code: 405, fields: ['username'], params: { kind: 'max_length', limit: 64 } },
    'Username',
    'Enter at most 64 characters.',
  ],
])('a refusal stands %s', async (_where, refusal, field, message) => {
  const { get } = show(() => Promise.reject(refusal));
  await fill(get);
  await submit(get('form'));
  expect(describedBy(get('textbox', field))).toBe(message);
});

test('a refusal of the whole stands above the form', async () => {
  const { get } = show(() => Promise.reject({ code: 'network', fields: ['elsewhere'] }));
  await fill(get);
  await submit(get('form'));
  expect(get('alert').textContent).toContain('No connection.');
});

test('the message of an ended session is shown by the sign-in over the form, and not above the form', async () => {
  const { get, all } = show(() => Promise.reject({ code: 408 }));
  await fill(get);
  await submit(get('form'));
  expect(all('alert')).toEqual([]);
  expect((get('textbox', 'Username') as HTMLInputElement).value).toBe('amina');
});

test('a draft has what was typed in the first frame of its form', () => {
  const place = document.createElement('div');
  document.body.append(place);
  // Without `act`, which would run at once what the app runs a frame later.
  render(
    <Form schema={schema} onSubmit={vi.fn()} draftKey="login">
      <FormField name="username" label="Username" />
    </Form>,
    place,
  );
  const field = place.querySelector('input') as HTMLInputElement;
  field.value = 'amina';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  expect(sessionStorage.getItem('souk.draft.login')).toBe('{"username":"amina"}');
  render(null, place);
  place.remove();
});

test('a draft is kept over a reload, without passwords, and dropped when it was sent', async () => {
  const first = show(vi.fn(), 'login');
  await fill(first.get);
  expect(sessionStorage.getItem('souk.draft.login')).toBe('{"username":"amina"}');
  first.erase();
  const second = show(vi.fn(), 'login');
  expect((second.get('textbox', 'Username') as HTMLInputElement).value).toBe('amina');
  await write(second.get('textbox', 'Password'), 'secret');
  await submit(second.get('form'));
  expect(sessionStorage.getItem('souk.draft.login')).toBeNull();
});
