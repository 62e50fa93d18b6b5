import { findPaymentTarget, normalise, type PaymentTarget } from './payment-target.ts';

/** What a text for a merchant may not contain: somewhere to pay to, a contact outside the app, or a demand to pay. */
export type Demand = PaymentTarget | 'has_contact' | 'asks_for_payment';

// Words that ask for a payment, in the twelve languages. The past tense is not among them: "the buyer paid 20.00 twice"
// is a fact, "pay 20.00" a demand. In languages without spaces the word is matched anywhere.
const spaced = [
  'pay|payments?|paying|deposits?|depositing|recharge|recharging|top[ -]?up|transfer|transferring|wire|wiring|remit',
  'send|sending|settle|add|owe|owed|outstanding|tax(?:es)?|pague|pagar|paga|abone|abonar|deposite',
  'depositar|recargue|recargar|transfiera|transferir|envíe|enviar|impuestos?|payez|payer|versez|verser',
  'déposez|déposer|rechargez|recharger|virez|transférez|envoyez|taxes?|impôts?|bayar|bayarkan|membayar|setor',
  'setorkan|isi ulang|transferkan|kirim|kirimkan|pajak|paghi|pagare|versi|versare|depositi|depositare',
  'ricarichi|ricaricare|trasferisca|invii|inviare|tasse|imposta|deposite|recarregue|recarregar|transfira',
  'envie|impostos?|thanh toán|nạp|chuyển khoản|chuyển tiền|đóng|nộp|gửi|thuế',
];
const unspaced = [
  '支払|お支払|入金|振込|振り込|送金|チャージ|税金|納税|지불|결제|입금|송금|충전|납부|이체|세금|支付|付款',
  '充值|充币|转账|轉帳|轉賬|汇款|匯款|缴|繳|税|稅|存入|打款|儲值|ادفع|دفع|أودع|إيداع',
  'ايداع|اشحن|شحن|حوّل|تحويل|أرسل|ارسل|ضريبة|ضرائب',
];
const payWord = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${spaced.join('|')})(?![\\p{L}\\p{N}])|${unspaced.join('|')}`,
  'iu',
);

// A figure with cents, a currency or a percent sign; a number alone may be a day or an order.
const currencies =
  '[$€£¥₩₫₽₹₺₴฿]|usd[tc]?|eur|gbp|jpy|krw|cny|rmb|twd|vnd|idr|rp|brl|r\\$|aed|sar|egp|trx|eth|btc|bnb|dollars?|dólares|euros?|coins?|tokens?|credits?|元|圆|塊|円|ドル|원|달러|دولار|đồng';
const amount = new RegExp(
  [`\\d\\s*(?:%|٪|${currencies})(?!\\p{L})`, `(?:%|٪|${currencies})\\s*\\d`, '\\d[.,٫]\\d{2}(?!\\d)'].join(
    '|',
  ),
  'iu',
);

// What such a text promises in return.
const promise =
  /(?<!\p{L})(?:unlock|unfreeze|unblock|activate|release|withdraw|desbloquear|descongelar|retirar|débloquer|retirer|sbloccare|prelevare|sacar|buka blokir|mencairkan|mở khóa|rút tiền)(?!\p{L})|解除|出金|引き出|해제|출금|인출|解冻|解凍|解锁|解鎖|提现|提現|提领|激活|فك|سحب|تفعيل/iu;

const sentences = (text: string): string[] => text.split(/[!?。！？\n;；؟]|\.(?!\d)/u);

const isDemand = (sentence: string): boolean =>
  payWord.test(sentence) && (amount.test(sentence) || promise.test(sentence));

// Letters of other alphabets that look like Latin ones.
const lookalikes = new Map(
  [...'аеорсухіѕкмтвнαερουνκτ'].map((letter, at) => [letter, 'aeopcyxiskmtbhaepouvkt'[at] ?? letter]),
);

/**
 * Returns a text as an eye reads it: letters that only look Latin as Latin ones, and the spaced letters of a word
 * together.
 */
const normaliseLookalikes = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => lookalikes.get(letter) ?? letter)
    .replace(/(?<=(?<!\p{L})\p{L})[ ._*-]+(?=\p{L}(?!\p{L}))/gu, '');

// A contact outside the app would make the demand there that no text here may contain.
const contact =
  /https?:\/\/|(?<![\p{L}\p{N}])(?:www\.|t\.me|wa\.me|telegram|whats ?app|wechat|weixin|viber|line id|zalo)(?!\p{L})|微信|텔레그램|카카오톡|تلغرام|تيليجرام|واتس ?اب|[\w.+-]+@[\w-]+\.\w|(?<!\S)@\w{4}/iu;

/**
 * Returns whether a text asks for a payment: a word for paying in one sentence with an amount or with a promise. It
 * finds known wordings only; others pass, so the app shows its own warning beside each text.
 */
export const asksForPayment = (text: string): boolean =>
  sentences(normalise(text)).some(
    (sentence) => isDemand(sentence) || isDemand(normaliseLookalikes(sentence)),
  );

/**
 * Finds what no text of an operator may contain: somewhere to pay to, a contact, or a demand to pay.
 * @returns what was found; null where there is none
 * @example findPaymentDemand('Pay 20 % tax to unlock your money.') // 'asks_for_payment'
 */
export const findPaymentDemand = (text: string): Demand | null =>
  findPaymentTarget(text) ??
  (contact.test(normalise(text)) ? 'has_contact' : null) ??
  (asksForPayment(text) ? 'asks_for_payment' : null);
