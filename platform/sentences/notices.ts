import type { CouponRejection } from '#contracts/coupons.ts';
import type { Notice, NoticeCode, NoticeData } from '#contracts/notices.ts';
import { codedSentence } from './errors.ts';
import { type Key, say, type Values } from './say.ts';

/** The key of a notice's sentence, where it is not the code; the number for its plural form; further values. */
type Choice = readonly [key: Key, count?: number, values?: Values];

/** The sentences of notices that have several sentences, or whose values are sentences or names themselves. */
const choices: { readonly [Code in NoticeCode]?: (data: NoticeData<Code>) => Choice } = {
  items_added({ names, products, pieces }) {
    if (names.length === 0) return ['items_added.many', products];
    return names.length === 1 && pieces > 1 ? ['items_added.pieces', pieces] : ['items_added', names.length];
  },
  item_refused: ({ error, data }) => ['item_refused', 1, { sentence: codedSentence(error, data) }],
  item_dropped: ({ reason }) => [`item_dropped.${reason}`],
  coupon_dropped: (data) => ['coupon_dropped', 1, { sentence: rejectionSentence(data) }],
  out_of_stock: ({ names }) => ['out_of_stock', names.length],
  stock_short: ({ names, left }) => [names.length > 1 ? 'stock_short.together' : 'stock_short', left],
  coupons_replaced: ({ codes }) => ['coupons_replaced', codes.length],
  coupons_removed: ({ codes }) => ['coupons_removed', codes.length],
  address_not_saved({ address, member, reason, place }) {
    const values = {
      address: say(`address.${address}`),
      member: say(`address.${member}`),
      place: place && say(`address.${place}`),
    };
    return [`address_not_saved.${reason}`, 1, values];
  },
  items_not_taken: ({ names, items }) =>
    names.length === 0 ? ['items_not_taken.many', items] : ['items_not_taken'],
};

function sentenceOf<Code extends NoticeCode>(code: Code, data: NoticeData<Code>): string {
  const [key, count, values] = choices[code]?.(data) ?? [code];
  return say(key, { ...data, ...values }, count);
}

/** Returns the sentence of a notice. A notice as text is shown as it is. */
export function noticeSentence(notice: Notice): string {
  return 'text' in notice ? notice.text : sentenceOf(notice.code, notice.data);
}

/** Returns why a coupon is not valid, as a sentence. A rejection by a cart of an older version has its own sentence. */
export function rejectionSentence(rejection: CouponRejection | { readonly sentence: string }): string {
  if ('sentence' in rejection) return rejection.sentence;
  return say(`coupon.${rejection.reason}`, rejection);
}
