import type { Prices } from '../api.ts';
import { price } from '../money.ts';

/** Shows the price of a product; during a sale, also the price before the sale. */
export function Price({ prices }: { readonly prices: Prices }) {
  const { currency, price_range: range, on_sale: onSale, regular_price: before } = prices;
  if (prices.price === '') return <span class="price">No price</span>;
  if (range && range.min !== range.max) {
    return (
      <span class="price">
        {price(range.min, currency)} – {price(range.max, currency)}
      </span>
    );
  }
  const now = price(prices.price, currency);
  if (!onSale || before === '' || before === prices.price) return <span class="price">{now}</span>;
  return (
    <span class="price">
      <ins>
        <span class="unseen">Now </span>
        {now}
      </ins>{' '}
      <del>
        <span class="unseen">Before </span>
        {price(before, currency)}
      </del>
    </span>
  );
}
