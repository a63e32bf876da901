import { z } from 'zod';
import type { CartCommand, CommandOf } from '#contracts/cart-commands.ts';
import type { Dialect } from '../../../dialects/shared/dialect.ts';
import { memberParameters, type Parameters } from '../../../edge/body.ts';
import { checker } from '../../../routing/checker.ts';
import { jsonMap } from '../../../routing/parameters.ts';
import { quantitiesBody, updateCart } from './update-cart.ts';
import { customerBody, updateCustomer } from './update-customer.ts';

/** Members of a request's body by name. */
type Members = Readonly<Record<string, z.core.util.JSONType>>;

/**
 * The handler of a namespace: the schema of the members in the body, and the function that returns a command
 * for these members.
 */
interface Handler {
  readonly body: z.ZodObject;
  readonly command: (given: Parameters) => CartCommand;
}

/** The handlers of the namespaces that belong to no extension (docs/reference/cart.md#update-the-cart). */
const handlers = new Map<unknown, Handler>([
  ['update-cart', { body: quantitiesBody, command: updateCart }],
  ['update-customer', { body: customerBody, command: updateCustomer }],
]);

/**
 * Returns the schema of the members that a namespace reads; null for the namespace of an extension, which may
 * read any members.
 */
export function membersOf(namespace: unknown): z.ZodObject | null {
  return handlers.get(namespace)?.body.extend({ namespace: z.string() }) ?? null;
}

/** Parameters that every cart route has. These parameters are not data of a namespace. */
const common = new Set(['cart_key', 'fields', '_fields', 'thumb', 'default', 'money', 'formatted']);

/** Maximum number of members in the data for an extension. */
const maxMembers = 1_000;

const checkedData = checker(z.object({ data: jsonMap(maxMembers).default({}) }));

/**
 * Returns the command for an extension, with the members inside `data` and the other members of the body. The
 * members in `common` are left out.
 */
function extend(namespace: string, given: Members): CommandOf<'extend'> {
  const { data } = checkedData(memberParameters(given));
  const beside = Object.entries(given).filter(([name]) => name !== 'data' && !common.has(name));
  return { kind: 'extend', namespace, data: { ...Object.fromEntries(beside), ...data } };
}

function isLine(one: unknown): boolean {
  return typeof one === 'object' && one !== null && 'item_key' in one && 'quantity' in one;
}

/**
 * Returns the namespace that fits the members of a body without a namespace. Returns empty text if no namespace
 * fits.
 */
function inferred(given: Members): string {
  const { items } = given;
  if (Array.isArray(items) && items.every(isLine)) return 'update-cart';
  const names = Object.keys(given).filter((name) => !common.has(name));
  const isCustomer = names.length > 0 && names.every((name) => /^(billing|shipping)_/.test(name));
  return isCustomer ? 'update-customer' : '';
}

/**
 * Returns the cart command for an update with this namespace. The gateway passes an unknown namespace to the
 * cart service, which refuses the update.
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
  return handler ? handler.command(memberParameters(given)) : extend(name, given);
}
