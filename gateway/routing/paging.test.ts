import { expect, test } from 'vitest';
import { aRequest } from '#testing/gateway/request.ts';
import { urlParameters } from '../http/body.ts';
import { listProductsRoute } from '../routes/products/products.ts';
import { givenIn } from './answer.ts';
import { pagesOf, pagingHeaders } from './paging.ts';

/** Returns a request for a list of products. */
const requestOf = (query: string) => aRequest(listProductsRoute, { query: urlParameters(query) });
const parametersOf = (query: string) => requestOf(query).query;
const at = (page: number, totalPages: number, query = '') =>
  pagingHeaders(
    { page, totalPages, total: 33 },
    {
      address: 'https://api.example/v2/products',
      parameters: parametersOf(query),
      given: givenIn(listProductsRoute, requestOf(query)),
    },
  );
const link = (query: string, relation: string) =>
  `<https://api.example/v2/products?${query}>; rel="${relation}"`;

test.each([
  [0, 10, 0],
  [1, 10, 1],
  [10, 10, 1],
  [11, 10, 2],
])('%i entries, %i on a page, are %i pages', (total, perPage, pages) => {
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

test('links contain the other declared parameters, but no cart key', () => {
  const query = 'per_page=5&cart_key=secret&page=2&include%5B%5D=7&attributes[0][slug]=a%20b&utm=1';
  const attribute = 'attributes[0][attribute]=pa_colour&attributes[0][slug]=red,teal';
  const kept =
    'per_page=5&include=7&attributes%5B0%5D%5Battribute%5D=pa_colour&attributes%5B0%5D%5Bslug%5D=a+b&attributes%5B0%5D%5Boperator%5D=in';
  const found = at(2, 4, `${query}&attributes[0][attribute]=pa_colour`).Link;
  expect(found).toBe(`${link(`${kept}&page=1`, 'prev')}, ${link(`${kept}&page=3`, 'next')}`);
  expect(at(1, 2, attribute).Link).toContain('slug%5D=red%2Cteal');
});

/** Returns the query of the link to the next page. */
const next = (query: string) => /\?([^>]*)>; rel="next"/.exec(at(1, 9, query).Link ?? '')?.[1] ?? '';

test.each([
  'search=a+b%26c&order=asc&orderby=price&per_page=3',
  'include=1,2,,3&exclude[]=4&exclude[]=5&category=mugs, cups&sku[]=a%2Cb&sku[]=c',
  'attributes[0][attribute]=pa_size&attributes[0][term_id]=1,2&attributes[3][attribute]=b&attributes[3][slug][]=x,y',
  'after=2031-01-02T03:04:05&before=2031-01-02T03:04:05%2B01:00&featured=1&hide_free=true&rating=4',
  'min_price=1.50&stock_status=instock&include_types=simple&_fields=id,name&fields[]=id',
])('the link to the next page of %s keeps its parameters', (query) => {
  expect(parametersOf(next(query))).toEqual({ ...parametersOf(query), page: 2 });
});

const filler = 'A'.repeat(9_000);

test.each([
  `${filler}=1`,
  `attributes[0][attribute]=a&attributes[0][other]=${filler}`,
  `include=${','.repeat(9_000)}`,
  `search=${'+'.repeat(9_000)}`,
  `page=1&cart_key=${filler}`,
])('an undeclared parameter, as in case %#, is in no link', (query) => {
  expect(at(1, 2, query).Link?.length).toBeLessThan(400);
});

test('a link that is too long for a header is left out', () => {
  const ids = Array.from({ length: 900 }, (_, n) => 1_000_000 + n);
  expect(at(1, 2, `include=${ids.slice(0, 100)}`).Link).toContain('1000099');
  expect(at(1, 2, `include=${ids}`)).toEqual({ 'X-WP-Total': '33', 'X-WP-TotalPages': '2' });
});

test.each([
  ['offset=0&per_page=5', [null, 'per_page=5&offset=5']],
  ['offset=3&per_page=5', ['per_page=5&offset=0', 'per_page=5&offset=8']],
  ['offset=12&page=2', ['offset=2', 'offset=22']],
  ['offset=28&per_page=5', ['per_page=5&offset=23', null]],
  ['offset=90&per_page=5', ['per_page=5&offset=28', null]],
  ['per_page=5', [null, 'per_page=5&page=2']],
])('with %s the links change the offset instead of the page', (query, [before, after]) => {
  const links = [before && link(before, 'prev'), after && link(after, 'next')].filter(Boolean);
  expect(at(1, 7, query).Link).toBe(links.join(', '));
});
