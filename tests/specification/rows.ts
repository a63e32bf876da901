import { cartRows } from './rows/cart.ts';
import { catalogueRows } from './rows/catalogue.ts';
import { loginRows } from './rows/login.ts';
import { protocolRows } from './rows/protocol.ts';
import type { Row, Step } from './rows/row.ts';

/** The last step that is built: its rows and those of the steps before must have a test that passes. */
export const builtStep: Step = 1;

function sectionOf(row: Row): string {
  return row.id.slice(0, row.id.indexOf(' '));
}

/** Every row of the specification, in its order. */
export const rows: readonly Row[] = [...protocolRows, ...catalogueRows, ...cartRows, ...loginRows].sort(
  (one, other) => sectionOf(one).localeCompare(sectionOf(other), 'en', { numeric: true }),
);
