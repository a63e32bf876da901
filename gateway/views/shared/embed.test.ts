import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TermList } from '#contracts/terms.ts';
import { aBrand, aCategory, anAttribute, anAttributeTerm, aTag } from '#testing/gateway/catalogue-samples.ts';
import { aProduct, aVariation } from '#testing/gateway/samples.ts';
import { asRead, lamp, links, presentersOf, productView, variationView } from '#testing/gateway/shown.ts';
import { dialects } from '../dialects.ts';

/**
 * Rows of the table in docs/reference/catalogue.md by resource. A row has the members that all dialects return
 * and the members that only CoCart returns.
 */
const rows = new Map(
  readFileSync(new URL('../../../docs/reference/catalogue.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`'))
    .map((line) => {
      const [, resource = '', members = '', besides = ''] = line.split('|');
      return [resource.trim(), { members: names(members), besides: names(besides) }];
    }),
);

function names(cell: string): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}

function documented(resource: string, dialect: string): string[] {
  const row = rows.get(resource);
  if (!row) throw new Error(`no row for ${resource}`);
  return [...row.members, ...(dialect === 'cocart' ? row.besides : [])].toSorted();
}

const embed = { context: 'embed' } as const;

test.each(Object.values(dialects))(
  'products and variations of $name have the members of the docs',
  (dialect) => {
    const { name } = dialect;
    const present = presentersOf(dialect.views);
    const shown = {
      'product, v2': present.productV2(productView(lamp, embed), links),
      'product, v1': present.productV1(productView(lamp, embed), links),
      'variation, v2': present.variationV2(variationView(aVariation(), embed), links),
      'variation, v1': present.variationV1(variationView(aVariation(), embed), links),
    };
    for (const [resource, answer] of Object.entries(shown)) {
      expect(Object.keys(asRead(answer)).toSorted(), resource).toEqual(documented(resource, name));
    }
  },
);

test.each<[string, 'category' | 'brand' | 'tag' | 'attribute' | 'attributeTerm', TermList]>([
  ['category or brand', 'category', { kind: 'categories', records: [aCategory()] }],
  ['category or brand', 'brand', { kind: 'brands', records: [aBrand()] }],
  ['tag, or term of an attribute', 'tag', { kind: 'tags', records: [aTag()] }],
  ['tag, or term of an attribute', 'attributeTerm', { kind: 'terms', records: [anAttributeTerm()] }],
  ['attribute', 'attribute', { kind: 'attributes', records: [anAttribute()] }],
])('a %s has the members of the docs', (resource, view, found) => {
  const members = (version: 'v1' | 'v2') =>
    Object.keys(
      asRead(presentersOf(dialects.service.views)[view]({ found, version, ...embed }, links)),
    ).toSorted();
  expect(members('v1')).toEqual(documented(resource, 'service'));
  expect(members('v2')).toEqual(documented(resource, 'service').filter((name) => name !== 'links'));
});

test.each(Object.values(dialects))(
  'in $name the members for embedding are the same as in the whole answer',
  (dialect) => {
    const present = presentersOf(dialect.views);
    for (const product of [lamp, aProduct()]) {
      expect(asRead(present.productV2(productView(product), links))).toMatchObject(
        asRead(present.productV2(productView(product, embed), links)),
      );
      expect(asRead(present.productV1(productView(product), links))).toMatchObject(
        asRead(present.productV1(productView(product, embed), links)),
      );
    }
  },
);
