import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ShopFolder } from './folder.ts';
import { Notes } from './notes.ts';
import { imageOf, mediaOf } from './pictures.ts';

const address = (size: string) => `https://shop.example/uploads/mug${size}.jpg`;
const picture = { id: 7, src: address(''), name: 'Mug', alt: 'A &amp; B' };

async function read(media?: unknown) {
  const path = await mkdtemp(join(tmpdir(), 'cartwright-media-'));
  try {
    await writeFile(join(path, 'products.json'), '[]');
    if (media !== undefined) await writeFile(join(path, 'media.json'), JSON.stringify(media));
    return await mediaOf(await ShopFolder.open(path), new Notes());
  } finally {
    await rm(path, { recursive: true });
  }
}

test('without a list of pictures, the address of the original is used for every size', async () => {
  const src = picture.src;
  const shown = { id: 7, thumbnail: src, medium: src, large: src, full: src, name: 'Mug', alt: 'A & B' };
  expect(imageOf(picture, await read())).toEqual(shown);
  expect(imageOf(picture, await read([{ id: 8, media_details: { sizes: {} } }]))).toEqual(shown);
});

test('known sizes are used, and the next larger one for missing sizes', async () => {
  const sizes = {
    woocommerce_gallery_thumbnail: { width: 100, source_url: address('-100x100') },
    woocommerce_thumbnail: { width: 300, source_url: address('-300x300') },
    medium_large: { width: 768, source_url: address('-768x576') },
    of_a_theme: { source_url: address('-theme') },
    large: { source_url: 'javascript:alert(1)' },
    full: { source_url: address('') },
  };
  const media = await read([{ id: 7, media_details: { width: 900, sizes } }]);
  expect(imageOf(picture, media)).toEqual({
    id: 7,
    thumbnail: address('-300x300'),
    medium: address('-768x576'),
    large: address(''),
    full: address(''),
    sizes: {
      woocommerce_gallery_thumbnail: address('-100x100'),
      woocommerce_thumbnail: address('-300x300'),
      medium_large: address('-768x576'),
    },
    name: 'Mug',
    alt: 'A & B',
  });
});

test.each([
  ['no sizes', { id: 7, media_details: {} }],
  ['an empty list for none', { id: 7, media_details: { sizes: [] } }],
  ['no details', { id: 7 }],
])('a picture with %s has only the address of its original', async (_, entry) => {
  expect((await read([entry])).size).toBe(0);
});

test('an entry that cannot be read is left out, and sizes of no form are none', async () => {
  const sizes = { thumbnail: { source_url: address('-150x150') } };
  const media = await read([
    { id: 'seven' },
    null,
    { id: '7', media_details: { sizes } },
    { id: 9, media_details: '' },
  ]);
  expect([...media.keys()]).toEqual([7]);
});

test('a pipe in place of a file is refused, and nobody waits for it', async () => {
  const path = await mkdtemp(join(tmpdir(), 'cartwright-media-'));
  onTestFinished(() => rm(path, { recursive: true }));
  await writeFile(join(path, 'products.json'), '[]');
  execFileSync('mkfifo', [join(path, 'media.json')]);
  await expect(ShopFolder.open(path)).rejects.toThrow(/media\.json.* is no file/);
});
