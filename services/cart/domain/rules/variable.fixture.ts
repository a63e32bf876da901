import type { ProductFacts } from '#contracts/catalogue.ts';
import { factsOf } from '../../model/context.fixture.ts';

const options = (...labels: string[]) =>
  labels.map((label) => ({ slug: label.toLowerCase().replaceAll(' ', '-'), label }));

/** A shop-wide attribute of a variable product. */
export const colour = { key: 'pa_colour', name: 'Colour', options: options('Red', 'Dark blue') };
/** A second shop-wide attribute of a variable product. */
export const size = { key: 'pa_shoe-size', name: 'Shoe size', options: options('S', 'M', 'XL') };
/** An attribute that only one product has. Slug and label of each option are equal. */
export const material = {
  key: 'material',
  name: 'Material',
  options: [
    { slug: 'Wool', label: 'Wool' },
    { slug: 'Cotton', label: 'Cotton' },
  ],
};

type Attribute = typeof colour;

/** Options of a variation by attribute key. For a missing attribute, the variation accepts any option. */
type Chosen = Readonly<Record<string, string>>;

/** Returns the facts of a variable product and of its variations. `variations` has the options by variation id. */
export function variableOf(
  id: number,
  attributes: readonly Attribute[],
  variations: Readonly<Record<number, Chosen>>,
): ProductFacts[] {
  const slugs = (chosen: Chosen) => Object.fromEntries(attributes.map(({ key }) => [key, chosen[key] ?? '']));
  const all = Object.entries(variations).map(([one, chosen]) => ({ id: Number(one), chosen }));
  const choices = {
    attributes: [...attributes],
    variations: all.map((one) => ({ id: one.id, attributes: slugs(one.chosen) })),
    groupedIds: [],
  };
  const product = factsOf({ id, type: 'variable', sku: `sku-${id}`, name: 'Coat', choices });
  const chosenOf = (chosen: Chosen) =>
    attributes.map(({ key, name, options: known }) => {
      const slug = chosen[key] ?? '';
      const label = known.find((one) => one.slug === slug)?.label ?? '';
      return { id: 0, key, name, slug, label };
    });
  return [
    product,
    ...all.map((one) =>
      factsOf({
        id: one.id,
        parentId: id,
        type: 'variation',
        sku: `sku-${one.id}`,
        name: `Coat ${one.id}`,
        title: 'Coat',
        attributes: chosenOf(one.chosen),
      }),
    ),
  ];
}
