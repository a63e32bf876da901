import { cartRows } from './rows/cart.ts';
import { catalogueRows } from './rows/catalogue.ts';
import { loginRows } from './rows/login.ts';
import { protocolRows } from './rows/protocol.ts';
import type { SpecificationRow } from './rows/row.ts';

/** Sections of the specification in order: number and heading. */
export const sections: ReadonlyMap<string, string> = new Map([
  ['1', 'What the service does'],
  ['2.1', 'Currency object'],
  ['2.2', 'Product, v2'],
  ['2.3', 'Variation, v2'],
  ['2.4', 'Product, v1'],
  ['2.5', 'Variation, v1'],
  ['2.6', 'Attribute term'],
  ['2.7', 'Cart object'],
  ['2.8', 'Login response'],
  ['3', 'States and transitions'],
  ['4.1', 'Products and catalogue'],
  ['4.1.1', 'Query parameters of the v1 variation list'],
  ['4.2', 'Cart'],
  ['4.3', 'Login'],
  ['4.4', 'Sessions'],
  ['5', 'Authentication'],
  ['6', 'Events'],
  ['7', 'Errors'],
  ['8', 'Limits'],
  ['9', 'Versioning'],
]);

/** Returns the section number of a row, the first word of its id. Rows `9.1`, `9.2`, … belong to section `9`. */
export function sectionOf({ id }: SpecificationRow): string {
  const number = id.slice(0, id.indexOf(' '));
  return number.startsWith('9.') ? '9' : number;
}

const all = [...protocolRows, ...catalogueRows, ...cartRows, ...loginRows];

/** Every row of the specification, in the order of the specification. */
export const rows: readonly SpecificationRow[] = [...sections.keys()].flatMap((number) =>
  all.filter((row) => sectionOf(row) === number),
);
