import { CartwrightError } from '@cartwright/client';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { catalogue } from '../../../lib/catalogue';
import { priceOf } from '../../../lib/price';
import { ActionForm } from '../../../parts/action-form';
import { Picture } from '../../../parts/picture';
import { ProductTiles } from '../../../parts/product-tiles';
import { addToCart } from '../../cart/actions';

interface Props {
  readonly params: Promise<{ slug: string }>;
}

/** These products are made when the shop is built, all others at their first visit. */
export async function generateStaticParams() {
  const { products } = await catalogue.products.list({ per_page: 12 });
  return products.map(({ slug }) => ({ slug }));
}

async function productOf({ params }: Props) {
  const { slug } = await params;
  return catalogue.products.get(decodeURIComponent(slug)).catch((error) => {
    if (error instanceof CartwrightError && error.status === 404) notFound();
    throw error;
  });
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { name } = await productOf(props);
  return { title: name };
}

export default async function ProductPage(props: Props) {
  const product = await productOf(props);
  const [picture] = product.images;
  const choices = Object.entries(product.attributes).filter(
    ([, { used_for_variation: isChosen }]) => isChosen,
  );
  const parts = product.grouped_products;
  const group = parts.length > 0 ? await catalogue.products.list({ include: parts, per_page: 100 }) : null;
  const isSold = product.add_to_cart.is_purchasable && product.stock.is_in_stock && !group;
  return (
    <article className="product">
      <Picture src={picture?.src.large} alt={picture?.alt ?? ''} size={600} />
      <div>
        <h1>{product.name}</h1>
        <p className="price">{priceOf(product)}</p>
        {isSold ? (
          <ActionForm action={addToCart}>
            <input type="hidden" name="id" value={product.id} />
            {choices.map(([key, { name, options }]) => (
              <label key={key}>
                {name}
                <select name={key} required defaultValue="">
                  <option value="" disabled>
                    Choose
                  </option>
                  {Object.entries(options).map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </label>
            ))}
            <label>
              Quantity
              <input type="number" name="quantity" min="1" defaultValue="1" required />
            </label>
            <button type="submit">Add to cart</button>
          </ActionForm>
        ) : product.type === 'external' ? (
          <a href={product.external_url}>{product.button_text || 'Buy it there'}</a>
        ) : (
          !group && <p>Not available at the moment.</p>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: Cartwright has cleaned it of everything that runs. */}
        <div dangerouslySetInnerHTML={{ __html: product.description || product.short_description }} />
        {group && <ProductTiles products={group.products} />}
      </div>
    </article>
  );
}
