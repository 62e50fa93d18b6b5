import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { command } from './command.ts';
import { resource } from './resource.ts';

export type Question = Output<'POST /v1/home/qa'>['list'][number];
export type Article = Output<'POST /v1/home/qa_detail'>;

/** Questions that contain a word; all of them without one. */
export const questionsResource = resource(async (keyword: string, signal): Promise<Question[]> => {
  const answer = await call('POST /v1/home/qa', keyword ? { keyword } : {}, { signal, quiet: true });
  return answer.list ?? [];
});

export const articleResource = resource(async (id: string, signal): Promise<Article> => {
  const answer = await call('POST /v1/home/qa_detail', { id }, { signal, quiet: true });
  return { ...answer, blocks: answer.blocks ?? paragraphs(answer) };
});

/** Another server sends its article as markup: only its text is used, so that nothing in it runs. */
function paragraphs(answer: object): Article['blocks'] {
  const { content, answer: prose, html } = answer as Record<string, unknown>;
  const markup = String(content ?? prose ?? html ?? '').replace(/<(br|\/(p|li|h\d|div|tr))\b/gi, '\n$&');
  const { body } = new DOMParser().parseFromString(markup, 'text/html');
  for (const code of body.querySelectorAll('script,style')) code.remove();
  return (body.textContent ?? '')
    .split(/\s*\n\s*/)
    .flatMap((text) => (text ? [{ kind: 'p' as const, text }] : []));
}

export type Received = Output<'POST /v1/home/feedback'>;

/** Sends feedback; the same text with the same files is one intention. No money depends on it, so the poll is short. */
export const feedback = command('POST /v1/home/feedback', {
  intention: (input) => `feedback:${JSON.stringify(input)}`,
  patienceMs: 6_000,
});
