import { expect, test } from 'vitest';
import type { Image } from '#contracts/product.ts';
import { anImage } from '#testing/gateway/catalogue-samples.ts';
import { links } from '#testing/gateway/shown.ts';
import { sizesOf } from './pictures.ts';

const sizes = sizesOf((image: Image) => image);
const imageSizes = (image: Image) => Object(sizes.present(image, { links }, null));

const at = (name: string) => `https://shop.example/7-${name}.png`;

test('a missing size of a picture has the address of the next larger size', () => {
  expect(Object.entries(imageSizes(anImage(7)))).toEqual([
    ['thumbnail', at('thumbnail')],
    ['medium', at('medium')],
    ['medium_large', at('large')],
    ['large', at('large')],
    ['1536x1536', at('full')],
    ['2048x2048', at('full')],
    ['woocommerce_thumbnail', at('medium')],
    ['woocommerce_single', at('large')],
    ['woocommerce_gallery_thumbnail', at('thumbnail')],
    ['full', at('full')],
    ['custom', at('full')],
  ]);
});

test('sizes from the shop are unchanged', () => {
  const own = {
    woocommerce_thumbnail: at('300x300'),
    '1536x1536': '/media/7-1536.png',
    of_a_theme: at('theme'),
  };
  const shown = imageSizes({ ...anImage(7), sizes: own });
  expect(shown).toMatchObject({
    woocommerce_thumbnail: at('300x300'),
    '1536x1536': 'https://api.example/media/7-1536.png',
    '2048x2048': at('full'),
  });
  expect(shown).not.toHaveProperty('of_a_theme');
});
