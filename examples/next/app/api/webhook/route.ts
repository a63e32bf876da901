import { revalidateTag } from 'next/cache';
import { catalogueTag } from '../../../lib/catalogue';
import { webhookSecret } from '../../../lib/settings';
import { isGenuine } from '../../../lib/signature';

const maxBytes = 1_000_000;

/** Receives the events of the shop. After a change of products, the pages that show products are made anew. */
export async function POST(request: Request): Promise<Response> {
  if (!(Number(request.headers.get('content-length')) <= maxBytes))
    return new Response(null, { status: 413 });
  const body = await request.text();
  const signature = request.headers.get('cartwright-signature') ?? '';
  if (!isGenuine(signature, body, webhookSecret)) return new Response(null, { status: 401 });
  const { type } = JSON.parse(body);
  // Nobody gets the old page once more.
  if (type === 'product.changed') revalidateTag(catalogueTag, { expire: 0 });
  return new Response(null, { status: 204 });
}
