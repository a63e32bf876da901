import { useState } from 'preact/hooks';
import { carts, type Product, products, type Stock } from '../api.ts';
import { Gallery } from '../parts/gallery.tsx';
import { HtmlText } from '../parts/html-text.tsx';
import { Failure, useLoaded } from '../parts/loaded.tsx';
import { Options } from '../parts/options.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { Price } from '../parts/price.tsx';
import { EmptyTiles, ProductTile } from '../parts/product-tile.tsx';
import { Quantity } from '../parts/quantity.tsx';
import { busy, changeCart } from '../state/cart.ts';
import { text } from '../texts.ts';
import { type Choice, choicesOf, chosenVariation } from '../variations.ts';

function stockWords({ is_in_stock: isInStock, stock_quantity: count, stock_status: status }: Stock): string {
  if (status === 'onbackorder') return text('product.backorder');
  if (!isInStock) return text('product.sold_out');
  return count !== null && count <= 5 ? text('product.left', { count }) : text('product.in_stock');
}

/** Shows the form that puts a product into the cart. */
function Buy({
  product,
  choice,
  onChoose,
}: {
  product: Product;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}) {
  const [quantity, setQuantity] = useState(1);
  const isVariable = choicesOf(product).length > 0;
  const variation = chosenVariation(product, choice);
  const shown = variation ?? product;
  const isComplete = choicesOf(product).every(([key]) => choice[key]);
  const { min_purchase: min = 1, max_purchase: max = -1 } = shown.add_to_cart.purchase_quantity;
  const isSold = isVariable
    ? !isComplete || (variation?.add_to_cart.is_purchasable === true && variation.stock.is_in_stock)
    : product.add_to_cart.is_purchasable && product.stock.is_in_stock;
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    void changeCart(() => carts.add(product.id, quantity, isVariable ? { ...choice } : {}));
  };
  return (
    <form class="buy" onSubmit={add}>
      <Options product={product} choice={choice} onChoose={onChoose} />
      <p class="stock" role="status">
        {isVariable && isComplete && !variation ? text('product.no_variation') : stockWords(shown.stock)}
      </p>
      <div class="row">
        <Quantity label={product.name} value={quantity} min={min} max={max} onChange={setQuantity} />
        <button class="primary" type="submit" disabled={!isSold || busy.value}>
          {text('product.add')}
        </button>
      </div>
    </form>
  );
}

/** Shows the products of a group, each with a link to its page. */
function Group({ ids }: { readonly ids: readonly number[] }) {
  const members = useLoaded(ids.join(), () => products.named(ids));
  if (members.failure !== null) return <Failure loaded={members} />;
  if (!members.value) return <EmptyTiles count={ids.length} />;
  return (
    <section aria-labelledby="set">
      <h2 id="set">{text('product.set')}</h2>
      <ul class="tiles">
        {members.value.map((product) => (
          <ProductTile key={product.id} product={product} isFirst={false} />
        ))}
      </ul>
    </section>
  );
}

function Details({ product }: { readonly product: Product }) {
  const [choice, setChoice] = useState<Choice>({});
  const variation = chosenVariation(product, choice);
  return (
    <article class="product">
      <Gallery name={product.name} images={product.images} chosen={variation?.featured_image ?? null} />
      <div class="about">
        <PageTitle>{product.name}</PageTitle>
        <p class="large" aria-live="polite">
          <Price product={variation ?? product} />
        </p>
        <HtmlText html={product.short_description} />
        {product.type === 'external' && (
          <p>
            <a class="button" href={product.external_url} rel="noreferrer">
              {product.button_text || text('product.elsewhere')}
            </a>
          </p>
        )}
        {product.type !== 'grouped' && product.type !== 'external' && (
          <Buy product={product} choice={choice} onChoose={setChoice} />
        )}
        <HtmlText html={product.description} />
        <dl>
          {Object.entries(product.attributes)
            .filter(
              ([, { is_attribute_visible: isVisible, used_for_variation: isOption }]) =>
                isVisible && !isOption,
            )
            .map(([key, { name, options }]) => (
              <div key={key}>
                <dt>{name}</dt>
                <dd>{Object.values(options).join(', ')}</dd>
              </div>
            ))}
          {product.sku && (
            <div>
              <dt>{text('product.sku')}</dt>
              <dd>{product.sku}</dd>
            </div>
          )}
        </dl>
      </div>
      {product.type === 'grouped' && <Group ids={product.grouped_products} />}
    </article>
  );
}

export function ProductPage({ slug = '' }: { readonly slug?: string }) {
  const product = useLoaded(slug, () => products.read(slug));
  if (product.failure !== null) return <Failure loaded={product} />;
  if (!product.value || product.stale) {
    return (
      <div class="product" aria-busy="true">
        <div class="gallery">
          <div class="picture" />
        </div>
      </div>
    );
  }
  return <Details key={slug} product={product.value} />;
}
