import { expect, test } from 'vitest';
import { z } from 'zod';
import { service } from '../../gateway/views/service.ts';
import { openShop } from './shop.ts';

const shop = openShop();

const Terms = z.array(
  z.object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    menu_order: z.int(),
    count: z.int(),
  }),
);

async function list(path: string): Promise<z.infer<typeof Terms>> {
  const { status, body } = await shop.get(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return Terms.parse(service.views.attributeTerms.schema.parse(body));
}
const sizes = () => list('/v2/products/attributes/2/terms');

test('[2.6 id] is that of the shop', async () => {
  expect((await sizes()).map(({ id }) => id)).toEqual([34, 25, 33, 26, 32, 27]);
});

test('[2.6 name] is the displayed name', async () => {
  expect((await sizes()).map(({ name }) => name)).toEqual(['L', 'Large', 'M', 'Medium', 'S', 'Small']);
});

test('[2.6 slug] is unique within the attribute', async () => {
  const slugs = (await sizes()).map(({ slug }) => slug);
  expect(slugs).toEqual(['l', 'large', 'm', 'medium', 's', 'small']);
});

test('[2.6 description] is a text', async () => {
  expect((await sizes()).map(({ description }) => description)).toEqual(['', '', '', '', '', '']);
});

test("[2.6 menu_order] is the shop's own order", async () => {
  expect((await sizes()).map(({ menu_order }) => menu_order)).toEqual([0, 0, 0, 0, 0, 0]);
});

test('[2.6 count] counts the products that use the term', async () => {
  expect((await sizes()).map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('[4.1 GET /v2/products/attributes/{id}/terms] gives a page of terms, and refuses an unknown attribute', async () => {
  const second = await list('/v2/products/attributes/2/terms?per_page=2&page=2');
  expect(second.map(({ slug }) => slug)).toEqual(['m', 'medium']);
  const { status, body } = await shop.get('/v2/products/attributes/999/terms');
  expect({ status, body }).toMatchObject({ status: 404, body: { code: 'service_taxonomy_invalid' } });
});

test('[4.1 GET /v2/products/categories/{id}] is the target of a product’s link', async () => {
  const { body } = await shop.get('/v2/products/13');
  const { categories } = z.object({ categories: z.array(z.object({ rest_url: z.url() })) }).parse(body);
  const answer = await shop.get(new URL(categories[0]?.rest_url ?? '').pathname);
  const shown = { id: 17, name: 'Tshirts', slug: 'tshirts', parent: 16 };
  expect(service.views.category.schema.parse(answer.body)).toMatchObject(shown);
});

test('[4.1 GET /v2/products/tags/{id}] is the target of a product’s link', async () => {
  const { body } = await shop.get('/v2/products/13');
  const { tags } = z.object({ tags: z.array(z.object({ id: z.int(), rest_url: z.url() })) }).parse(body);
  for (const { id, rest_url } of tags) {
    const answer = await shop.get(new URL(rest_url).pathname);
    expect(service.views.tag.schema.parse(answer.body)).toMatchObject({ id });
  }
  expect((await shop.get('/v2/products/tags/999')).body).toMatchObject({ code: 'service_term_invalid' });
});
