import { CartwrightError } from '@cartwright/client';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { catalogue } from '../lib/catalogue';
import { ProductTiles } from './product-tiles';

/** One page of all products. */
export async function ProductList({ page }: { page: number }) {
  const list = await catalogue.products.list({ page, per_page: 12 }).catch((error) => {
    if (error instanceof CartwrightError && error.is('service_products_invalid_page_number')) notFound();
    throw error;
  });
  return (
    <>
      <h1>Products</h1>
      <ProductTiles products={list.products} />
      <nav aria-label="Pages" className="pages">
        {page > 1 && <Link href={page === 2 ? '/' : `/page/${page - 1}`}>Previous page</Link>}
        <span>
          Page {page} of {list.total_pages}
        </span>
        {page < list.total_pages && <Link href={`/page/${page + 1}`}>Next page</Link>}
      </nav>
    </>
  );
}
