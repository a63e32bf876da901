import { expect, test } from 'vitest';
import { pagesOf, pagingHeaders } from './paging.ts';

const declared = new Set(['page', 'per_page', 'offset', 'include', 'attributes']);
const at = (page: number, totalPages: number, query = '') =>
  pagingHeaders({ page, totalPages, total: 33 }, 'https://api.example/v2/products', query, declared);
const link = (query: string, relation: string) =>
  `<https://api.example/v2/products?${query}>; rel="${relation}"`;

test.each([
  [0, 10, 0],
  [1, 10, 1],
  [10, 10, 1],
  [11, 10, 2],
])('%i entries by %i are %i pages', (total, perPage, pages) => {
  expect(pagesOf(total, perPage)).toBe(pages);
});

test.each([
  [1, 1, undefined],
  [1, 0, undefined],
  [1, 4, link('page=2', 'next')],
  [2, 4, `${link('page=1', 'prev')}, ${link('page=3', 'next')}`],
  [4, 4, link('page=3', 'prev')],
  [9, 4, link('page=4', 'prev')],
])('page %i of %i links to its neighbours', (page, totalPages, Link) => {
  expect(at(page, totalPages)).toEqual({
    'X-WP-Total': '33',
    'X-WP-TotalPages': String(totalPages),
    ...(Link && { Link }),
  });
});

test('links keep the other declared arguments, and nobody’s key', () => {
  const query = 'per_page=5&cart_key=secret&page=2&include%5B%5D=7&attributes[0][slug]=a%20b&utm=1';
  const kept = 'per_page=5&include%5B%5D=7&attributes%5B0%5D%5Bslug%5D=a+b';
  expect(at(2, 4, query).Link).toBe(`${link(`${kept}&page=1`, 'prev')}, ${link(`${kept}&page=3`, 'next')}`);
});

test.each([
  ['offset=0&per_page=5', [null, 'offset=5&per_page=5']],
  ['offset=3&per_page=5', ['offset=0&per_page=5', 'offset=8&per_page=5']],
  ['offset=12&page=2', ['offset=2', 'offset=22']],
  ['offset=28&per_page=5', ['offset=23&per_page=5', null]],
  ['offset=90&per_page=5', ['offset=28&per_page=5', null]],
  ['offset=&per_page=5', [null, 'offset=&per_page=5&page=2']],
])('with %s the links move the offset, for a page number means nothing then', (query, [before, after]) => {
  const links = [before && link(before, 'prev'), after && link(after, 'next')].filter(Boolean);
  expect(at(1, 7, query).Link).toBe(links.join(', '));
});
