import { expect, test } from 'vitest';
import { joinSentences } from '../../src/server/platform/texts/join-sentences.ts';
import { displayReason } from '../../src/server/platform/texts/reason-text.ts';

test.each([
  [['It came late.', 'It was small.'], 'It came late. It was small.'],
  [['付款较晚。', '金额不符。', 'Ask us.'], '付款较晚。金额不符。Ask us.'],
  [['確認中です！', '次へ'], '確認中です！次へ'],
  [['One'], 'One'],
])('sentences %j are joined to %s', (sentences, joined) => {
  expect(joinSentences(sentences)).toBe(joined);
});

test('a reason in Chinese goes on without a space where the operator adds words', () => {
  const { reason } = displayReason('zh-CN', { reasonCode: 'wrong_network', reason: 'See the receipt.' });
  expect(reason).toMatch(/。See the receipt\.$/);
});
