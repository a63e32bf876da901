import { expect, test } from 'vitest';
import { aVariation } from '#testing/gateway/samples.ts';
import { links } from '#testing/gateway/shown.ts';
import { form, withEntities, withoutParagraphs } from './product.ts';

test.each([
  ['<p>Long.</p>\n', 'Long.'],
  ['<p>One<br />\ntwo</p>\n<p>three</p>\n', 'One\ntwo\n\nthree'],
  ['<p>A <strong>b</strong></p>', 'A <strong>b</strong>'],
  ['<p>One</p>\n<ul><li>two</li></ul>\n<p>three</p>', '<p>One</p>\n<ul><li>two</li></ul>\n<p>three</p>'],
  ['<p class="x">One</p>', '<p class="x">One</p>'],
  ['plain', 'plain'],
  ['', ''],
])('the description %j comes from the text %j', (description, text) => {
  expect(withoutParagraphs(description)).toBe(text);
});

test('only the outer quotation marks become entities', () => {
  expect(withEntities('Add to cart: “The “Best” Mug”')).toBe('Add to cart: &ldquo;The “Best” Mug&rdquo;');
  expect(withEntities('Buy there')).toBe('Buy there');
});

test('the address that adds a variation contains its options', () => {
  const colour = { id: 3, key: 'pa_colour', name: 'Colour', slug: 'dark&blue', label: 'Dark' };
  const any = { id: 0, key: 'size', name: 'Size', slug: '', label: '' };
  expect(form.addLink(aVariation({ id: 54, attributes: [colour, any] }), links)).toBe(
    'https://api.example/shop/v2/cart/add-item?id=54&quantity=1&variation[attribute_pa_colour]=dark%26blue',
  );
});
