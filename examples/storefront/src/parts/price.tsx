import { formatMoney, type PriceMoney } from '../../../../clients/typescript/src/index.ts';
import { text } from '../texts.ts';

interface PriceProps {
  readonly product: { readonly prices: { readonly on_sale: boolean }; readonly money: PriceMoney };
}

/** Shows the price of a product; during a sale, also the price before the sale. */
export function Price({ product: { prices, money } }: PriceProps) {
  const { price, regular_price: before, min, max } = money;
  if (price === null || min === null || max === null)
    return <span class="price">{text('product.no_price')}</span>;
  if (min.minor !== max.minor) {
    return (
      <span class="price">
        {formatMoney(min)} – {formatMoney(max)}
      </span>
    );
  }
  const now = formatMoney(price);
  if (!prices.on_sale || before === null || before.minor === price.minor)
    return <span class="price">{now}</span>;
  return (
    <span class="price">
      <ins>
        <span class="unseen">{text('product.price_now')} </span>
        {now}
      </ins>{' '}
      <del>
        <span class="unseen">{text('product.price_before')} </span>
        {formatMoney(before)}
      </del>
    </span>
  );
}
