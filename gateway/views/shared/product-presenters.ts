import type { Product, ShopUnits } from '#contracts/product.ts';
import type { Review } from '#contracts/reviews.ts';
import { embedded, productV2Embed } from './embed.ts';
import type { Links } from './links.ts';
import { shownProduct } from './shown-prices.ts';
import { type StoreData, storeDataOf } from './store-data.ts';
import type { Context, Views } from './views.ts';

/** The members of a v2 product that an answer with `context=embed` shows. */
type Embeddable = { readonly [Name in (typeof productV2Embed)[number]]?: unknown };

/**
 * Returns the v2 presenters of a product and of a page of products (docs/reference/products.md#list-products).
 * `whole` returns a product with all members in the form of a dialect; `ofShop` returns the store's data for
 * `whole`.
 */
export function productPresenters<Whole extends Embeddable>(
  whole: (product: Product, reviews: readonly Review[], shop: StoreData) => Whole,
  ofShop = (units: ShopUnits, links: Links) => storeDataOf(units, links),
) {
  const shown = (product: Product, reviews: readonly Review[], context: Context, shop: StoreData) => {
    const all = whole(shownProduct(product, shop.units), reviews, shop);
    return context === 'embed' ? embedded(all, productV2Embed) : all;
  };
  return {
    productV2({ product, reviews, units, context }: Views['productV2'], links: Links) {
      return shown(product, reviews, context, ofShop(units, links));
    },
    productsV2({ entries, units, context, page, totalPages, total }: Views['productsV2'], links: Links) {
      const shop = ofShop(units, links);
      return {
        products: entries.map(({ product, reviews }) => shown(product, reviews, context, shop)),
        page,
        total_pages: totalPages,
        total_products: total,
      };
    },
  };
}
