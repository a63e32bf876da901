import type { Product } from '@cartwright/client';
import Link from 'next/link';
import { priceOf } from '../lib/price';
import { Picture } from './picture';

export function ProductTiles({ products }: { products: readonly Product[] }) {
  return (
    <ul className="tiles">
      {products.map((product) => (
        <li key={product.id}>
          <Picture src={product.images[0]?.src.medium} alt="" size={300} />
          <Link href={`/product/${product.slug}`}>{product.name}</Link>
          <span>{priceOf(product)}</span>
        </li>
      ))}
    </ul>
  );
}
