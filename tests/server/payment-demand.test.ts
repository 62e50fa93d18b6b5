import { describe, expect, it } from 'vitest';
import { findPaymentDemand } from '../../src/server/platform/decisions/payment-demand.ts';
import { findPaymentTarget } from '../../src/server/platform/decisions/payment-target.ts';

const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describe('a text that a merchant reads', () => {
  it.each([
    ['a TRON address', `Write to ${tron}.`],
    ['one without its checksum', `Write to ${tron.slice(0, -1)}v now.`],
    ['one in pieces', 'T R7NHqj eKQxGTCi8q 8ZY4pL8otSz-gjLj6t'],
    ['one with letters that are not seen', `TR7NHqjeKQ\u200bxGTCi8q8ZY4pL8otSzgjLj6t`],
    ['an address of Ethereum', 'Here: 0x52908400098527886E0F7030069857D2E4169EE7'],
    ['an older address of Bitcoin', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['an address of Bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['an IBAN', 'The account is DE89370400440532013000.'],
    ['an IBAN in groups', 'gb29 nwbk 6016 1331 9268 19'],
  ])('is refused for %s', (_, text) => {
    expect(findPaymentTarget(text)).toBe('has_address');
    expect(findPaymentDemand(text)).toBe('has_address');
  });

  it.each(['4111 1111 1111 1111', '5500-0000-0000-0004', 'card ٤١١١١١١١١١١١١١١١', '378282246310005'])(
    'is refused for the card number %s',
    (text) => {
      expect(findPaymentTarget(text)).toBe('has_card_number');
    },
  );

  it.each([
    'Pay 20% personal income tax (200 USDT) TODAY to unlock',
    'After you recharge 500 USDT',
    'Recharge your wallet and your withdrawal will be released. First top-up: $50',
    'Deposit more to unfreeze it',
    'Recharge 200 coins first',
    'Payment of 200 USDT is required',
    'A fee of 200 USDT is outstanding',
    'You owe 200 USDT before the review ends',
    'Settle 200 USDT',
    'Paying 200 USDT unlocks',
    'Deposits of 500 USDT open your account',
    'Please wire 200 USD',
    'Transferring 200 USDT is needed',
    'Add 500 USDT to your balance',
    'P a y 200 USDT',
    'Рay 200 USDT to unlock',
    'Please send us 12.50',
    'Ｐａｙ ２０％ now',
    'Pa\u00ady 200 USDT',
    'Recargue 500 USDT para retirar',
    'Débloquer: versez 200 €',
    'Bayar 200 USDT',
    'Paghi 200 euro',
    'Pague R$ 300',
    'Nạp 500 USDT',
    '出金するには20%の税金をお支払いください',
    '출금하려면 20%를 입금하세요',
    '请支付 20% 税款后解锁',
    '請充值 500 USDT',
    'ادفع ٢٠٠ دولار',
  ])('is refused for the demand in "%s"', (text) => {
    expect(findPaymentDemand(text)).toBe('asks_for_payment');
  });

  it.each(['Contact us on t.me/souk_help', 'See https://example.com', 'help@example.com', 'Telegram: @souk'])(
    'is refused for a contact outside the app in "%s"',
    (text) => {
      expect(findPaymentDemand(text)).toBe('has_contact');
    },
  );

  it.each([
    'Two buyers reported the same parcel.',
    'We received 49.00, not 50.00; the bank took a fee of 1.00.',
    'The buyer paid 20.00 twice and had 10.00 back.',
    'On 12 May the buyer said so; it is 20 pieces, at 14 o’clock in room 5.',
    'Order SK-20261122-7H2K9QXM, parcel MP7H2K9QXM01, statement sta_7h2k9qxm7h2k9qxm.',
    'Transaction 0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b.',
    'The bank has not answered yet. Terms 9.1',
    'Please send the invoice again.',
    '买家说商品有裂痕。',
  ])('may say "%s"', (text) => {
    expect(findPaymentDemand(text)).toBeNull();
  });
});
