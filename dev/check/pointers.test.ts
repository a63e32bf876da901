import { describe, expect, test } from 'vitest';
import { pageOf, problemsOf } from './pointers.ts';

// Concatenated texts, so that `npm run check` does not find these paths in this file.
const docs = 'doc'.concat('s');
const outside = '../'.concat('shared');

const clone = {
  [`${docs}/reference/cart.md`]: '# The cart\n\n## Add an item\n\n## `Totals` & fees\n\n## Add an item\n',
  'gateway/views/shared/links.ts': '',
  'README.md': `[cart](${docs}/reference/cart.md#add-an-item) [top](#readme) [code](gateway/views)\n\n# Readme\n`,
};

/** Returns the problems of a file in a small repository. */
function found(file: string, text: string): string[] {
  const texts = new Map(Object.entries({ ...clone, [file]: text }));
  return problemsOf(texts).map(({ file: where, line, what }) => `${where}:${line}: ${what}`);
}

test('headings have the anchors that GitHub gives them', () => {
  const page = pageOf(clone[`${docs}/reference/cart.md`] ?? '');
  expect([...page.anchors]).toEqual(['the-cart', 'add-an-item', 'totals--fees', 'add-an-item-1']);
});

test('code in a page has no headings and no links', () => {
  const page = pageOf('# A\n\n```sh\n# B\n```\n\n`[c](d.md)` [e](f.md)\n');
  expect([[...page.anchors], page.links]).toEqual([['a'], [{ url: 'f.md', line: 7 }]]);
});

describe('a pointer', () => {
  test.each([
    `// ${docs}/reference/cart.md`,
    `/** As a shopper reads it (${docs}/reference/cart.md#totals--fees). */`,
    `// other/${docs}/none.md and https://example.org/${docs}/none.md`,
  ])('is valid: %s', (text) => {
    expect(found('gateway/a.ts', text)).toEqual([]);
  });

  test.each([
    [`${docs}/none.md`],
    [`${docs}/reference/cart.md#remove-an-item`],
    [`${docs}/reference/none.md#add-an-item`],
  ])('to %s is reported as broken', (path) => {
    const expected = [`gateway/a.ts:2: ${path} leads nowhere`];
    expect(found('gateway/a.ts', `// one\n// two (${path}).`)).toEqual(expected);
  });

  test('is checked in pages, too', () => {
    expect(found('CHANGELOG.md', `see ${docs}/none.md`)).toHaveLength(1);
  });
});

describe('a link of a page', () => {
  test.each([
    '[x](cart.md)',
    '[x](cart.md#add-an-item-1)',
    '[x](../../gateway/views/shared/)',
    '[x](../../README.md#readme)',
    '[x](https://example.org/none.md#none)',
    '[x](mailto:ann@example.com)',
  ])('is good: %s', (text) => {
    expect(found(`${docs}/reference/other.md`, text)).toEqual([]);
  });

  test.each(['none.md', 'cart.md#none', '#none', '../../gateway/none/', '../../../README.md'])(
    'to %s leads nowhere',
    (url) => {
      const expected = [`${docs}/reference/other.md:3: the link ${url} leads nowhere`];
      expect(found(`${docs}/reference/other.md`, `# Other\n\n[x](${url})\n`)).toEqual(expected);
    },
  );

  test('may be a reference or an image', () => {
    expect(found('a.md', '[x][y] ![z](none.svg)\n\n[y]: none.md\n')).toHaveLength(2);
  });
});

describe('a citation of a text outside the clone', () => {
  const texts = ['contract', 'Specification', 'design', 'reliability', 'clients', 'models'];
  test.each([
    ...texts.map((text) => `(${text} ${4.1})`),
    `(contract part ${5}, 31)`,
    `(reliability ${0}, finding 5)`,
    `(so it is; contract\n * ${4.2})`,
    `(specification,\n// ${7})`,
    `(settled ${'rules'})`,
    `step ${2} of 6`,
  ])('is found: %j', (text) => {
    expect(found('gateway/a.ts', `/* ${text} */`)).toEqual([
      expect.stringMatching(/^gateway\/a\.ts:1: ".+" cites a text that is not in the clone$/),
    ]);
  });

  test.each(['the contract version', '[2.7 shape]', 'contracts/cart.ts', 'step by step', 'one of 6'])(
    'is not found: %j',
    (text) => {
      expect(found('gateway/a.ts', `// ${text}`)).toEqual([]);
    },
  );
});

describe('a path into the folder beside the clone', () => {
  test('is reported', () => {
    const path = `${outside}/conformance`;
    expect(found('tests/a.ts', `join(root, '${path}')`)).toEqual([
      `tests/a.ts:1: ${path} is not in the clone`,
    ]);
  });

  test('is not reported for a folder of the clone with the same name', () => {
    expect(found('gateway/views/cocart/a.ts', `import '${outside}/links.ts';`)).toEqual([]);
  });
});
