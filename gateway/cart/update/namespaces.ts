import { z } from 'zod';
import type { CartCommand, CommandOf } from '#contracts/cart-commands.ts';
import type { Dialect } from '../../dialects/shared/dialect.ts';
import { memberParameters, type Parameters } from '../../http/body.ts';
import { checker } from '../../http/checker.ts';
import { map, parsedJson } from '../../http/parameters.ts';
import { updateCart } from './update-cart.ts';
import { updateCustomer } from './update-customer.ts';

/** Members of a body, by name. */
type Members = Readonly<Record<string, z.core.util.JSONType>>;

/** Namespaces that the cart itself has (docs/reference/cart.md#update-the-cart). */
const handlers = new Map<string, (given: Parameters) => CartCommand>([
  ['update-cart', updateCart],
  ['update-customer', updateCustomer],
]);

/** Parameters of every cart route: in a body they are nobody's data. */
const common = new Set(['cart_key', 'fields', '_fields', 'thumb', 'default', 'money', 'formatted']);

/** Most members of the data that an extension is handed. */
const mostMembers = 1_000;

const checkedData = checker(z.object({ data: map(parsedJson, mostMembers).default({}) }));

/** What a namespace of an extension is handed: what stands in `data`, and the members beside it. */
function extend(namespace: string, given: Members): CommandOf<'extend'> {
  const { data } = checkedData(memberParameters(given));
  const beside = Object.entries(given).filter(([name]) => name !== 'data' && !common.has(name));
  return { kind: 'extend', namespace, data: { ...Object.fromEntries(beside), ...data } };
}

function isLine(one: unknown): boolean {
  return typeof one === 'object' && one !== null && 'item_key' in one && 'quantity' in one;
}

/** The namespace that is meant by what the JavaScript SDK sends without one; empty for anything else. */
function inferred(given: Members): string {
  const { items } = given;
  if (Array.isArray(items) && items.every(isLine)) return 'update-cart';
  const names = Object.keys(given);
  const isCustomer = names.length > 0 && names.every((name) => /^(billing|shipping)_/.test(name));
  return isCustomer ? 'update-customer' : '';
}

/**
 * What an update asks of the cart, by its namespace; none is told to the cart as an empty one, which refuses it and
 * knows the names that there are.
 *
 * @throws ServiceError `rest_invalid_param`
 */
export function updateCommand(
  namespace: string | undefined,
  given: Members,
  { missingNamespace }: Dialect,
): CartCommand {
  const name = namespace || (missingNamespace === 'inferred' ? inferred(given) : '');
  if (name === '') return { kind: 'extend', namespace: name, data: {} };
  const handler = handlers.get(name);
  return handler ? handler(memberParameters(given)) : extend(name, given);
}
