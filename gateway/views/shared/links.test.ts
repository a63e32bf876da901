import { expect, test } from 'vitest';
import { aCart, aLine } from '#testing/gateway/samples.ts';
import { asRead, links, presentersOf } from '#testing/gateway/shown.ts';
import { dialects } from '../dialects.ts';

test('a path of this server becomes an address without the mount; other addresses are unchanged', () => {
  expect(links.picture('/media/mug.svg')).toBe('https://api.example/media/mug.svg');
  expect(links.picture('https://shop.example/mug.png')).toBe('https://shop.example/mug.png');
  expect(links.picture('')).toBe('');
});

test.each(Object.values(dialects))(
  'in a cart of $name, pictures of this server have complete addresses',
  ({ views }) => {
    const present = presentersOf(views);
    const line = aLine({ thumbnail: '/media/mug.svg' });
    const crossSell = {
      ...{ id: 90, name: 'Tray', slug: 'tray', type: 'simple' as const },
      ...{ price: 1200, regular: 1500, sale: null, onSale: false },
    };
    const crossSells = [
      { ...crossSell, image: '/media/tray.svg' },
      { ...crossSell, image: '' },
    ];
    const cart = aCart({ lines: [line], crossSells });
    const item = asRead(present.cartItemV2({ cart, line, pictures: true, amounts: 'usual' }, links));
    expect(item.featured_image).toBe('https://api.example/media/mug.svg');
    const pictures = JSON.stringify(present.cartV2({ cart, pictures: true, amounts: 'usual' }, links)).match(
      /https:[^"]+\.svg/g,
    );
    expect(pictures?.sort()).toEqual([
      'https://api.example/media/mug.svg',
      'https://api.example/media/tray.svg',
      'https://api.example/placeholder.svg',
    ]);
  },
);
