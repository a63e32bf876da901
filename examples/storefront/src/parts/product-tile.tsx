import type { ProductCard } from '../api.ts';
import { text } from '../texts.ts';
import { Picture } from './picture.tsx';
import { Price } from './price.tsx';

interface TileProps {
  readonly product: ProductCard;
  readonly isFirst: boolean;
}

/** Shows a product in a list. The whole tile is a link to the product's page. */
export function ProductTile({ product, isFirst }: TileProps) {
  const { name, slug, images, prices, stock } = product;
  return (
    <li class="tile">
      <Picture src={images[0]?.src.medium} alt="" edge={300} isFirst={isFirst} />
      <h3>
        <a href={`/shop/product/${slug}`}>{name}</a>
      </h3>
      <p>
        <Price product={product} />
      </p>
      <p class="badges">
        {prices.on_sale && <span class="badge sale">{text('product.sale')}</span>}
        {!stock.is_in_stock && <span class="badge">{text('product.sold_out')}</span>}
        {stock.stock_status === 'onbackorder' && <span class="badge">{text('product.to_order')}</span>}
      </p>
    </li>
  );
}

/** Shows empty tiles, which reserve the space of a list while the list is loaded. */
export function EmptyTiles({ count }: { readonly count: number }) {
  return (
    <ul class="tiles" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <li class="tile waiting" key={index}>
          <div class="picture" />
          <div class="words" />
        </li>
      ))}
    </ul>
  );
}
