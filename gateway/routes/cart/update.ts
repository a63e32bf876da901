import { z } from 'zod';
import type { Customer } from '#contracts/cart.ts';
import { type CommandOf, maxCartLines } from '#contracts/cart-commands.ts';
import { memberParameters, type Parameters } from '../../http/body.ts';
import { checker } from '../../routing/check.ts';
import {
  flag,
  idText,
  jsonMap,
  list,
  map,
  members,
  parsedJson,
  quantityText,
  rule,
  text,
} from '../../routing/parameters.ts';
import type { Dialect } from '../../views/shared/dialect.ts';
import { cartRoute } from './cart-route.ts';
import { wholeCart, wholeCartAnswers } from './cart-views.ts';

/** Maximum number of characters of a line key. Longer keys are ignored, like unknown keys. */
const maxKeyLength = 64;

const quantity = quantityText();
const bareQuantity = z.union([quantity, z.object({ quantity }).transform((one) => one.quantity)]);

const lines = list(z.object({ item_key: text(200), quantity }), maxCartLines);

/**
 * The shapes in which clients send lines with quantities
 * (docs/reference/cart.md#quantities-of-several-items). Each schema returns pairs of line key and
 * quantity.
 */
const quantityShapes = {
  quantity: map(quantity, maxCartLines)
    .transform(Object.entries<string>)
    .default([]),
  items: z
    .union(
      [
        lines.transform((all) => all.map((one) => [one.item_key, one.quantity] as const)),
        map(bareQuantity, maxCartLines).transform(Object.entries<string>),
      ],
      rule('items'),
    )
    .default([]),
};

const quantitiesBody = z.object({
  ...quantityShapes,
  data: members(z.object(quantityShapes)).default({ quantity: [], items: [] }),
});
const checkedQuantities = checker(quantitiesBody);

/**
 * Returns the command of `update-cart`. If the body contains a line several times, the last of these places counts:
 * `items` in `data`, `quantity` in `data`, `items`, `quantity`.
 *
 * @throws ServiceError `rest_invalid_param`
 */
function updateCart(given: Parameters): CommandOf<'set-quantities'> {
  const { data, items, quantity: quantities } = checkedQuantities(given);
  const named = new Map([...data.items, ...data.quantity, ...items, ...quantities]);
  const known = [...named].filter(([lineKey]) => lineKey.length <= maxKeyLength);
  return {
    kind: 'set-quantities',
    quantities: known.map(([lineKey, asked]) => ({ lineKey, quantity: asked })),
  };
}

/**
 * Members that the billing and the shipping address have: the internal name for each public name
 * (docs/reference/cart.md#addresses).
 */
const inBothAddresses = {
  first_name: 'firstName',
  last_name: 'lastName',
  company: 'company',
  address_1: 'address1',
  address_2: 'address2',
  city: 'city',
  state: 'state',
  postcode: 'postcode',
  country: 'country',
} as const satisfies Record<string, keyof Customer['shipping']>;
/** Members that only the billing address has. */
const contact = { email: 'email', phone: 'phone' } as const;

function membersNamed(prefix: string, kind: keyof Customer, given: Readonly<Record<string, string>>) {
  return Object.entries(given).map(([name, member]) => [prefix + name, { kind, member }] as const);
}

/**
 * For each public name: the member of an address. Names without a prefix or with `billing_` belong to the
 * billing address. Names with `s_` or `shipping_` belong to the shipping address.
 */
const memberOfName: ReadonlyMap<string, { readonly kind: keyof Customer; readonly member: string }> = new Map(
  [
    ...membersNamed('', 'billing', { ...inBothAddresses, ...contact }),
    ...membersNamed('billing_', 'billing', { ...inBothAddresses, ...contact }),
    ...membersNamed('s_', 'shipping', inBothAddresses),
    ...membersNamed('shipping_', 'shipping', inBothAddresses),
  ],
);
const addressNames: readonly string[] = [...memberOfName.keys()];

/** Members that some clients send as numbers. */
const maybeNumbers: ReadonlySet<string> = new Set(['postcode', 'phone']);
const texts = Object.fromEntries(
  [...memberOfName].map(([name, { member }]) => [
    name,
    (maybeNumbers.has(member) ? idText(1_000) : text(1_000)).optional(),
  ]),
);
/** An address as answers have it: `billing_address` and `shipping_address`, with prefixed names. */
const nested = Object.fromEntries(
  (['billing', 'shipping'] as const).map((kind) => {
    const own = Object.entries(texts).filter(([name]) => memberOfName.get(name)?.kind === kind);
    // Inside an address, names need no prefix. The phone number in the shipping address of an order is ignored.
    const inOrders = [...Object.keys(inBothAddresses), 'phone'];
    const bare = kind === 'shipping' ? inOrders.map((name) => [name, texts[name]]) : [];
    const shape = z.object({ ...Object.fromEntries(bare), ...Object.fromEntries(own) });
    return [`${kind}_address`, members(shape).optional().describe('The address, as answers have it.')];
  }),
);
const customerShapes = { ...texts, ...nested, ship_to_different_address: flag().optional() };
const customerBody = z.object({ ...customerShapes, data: members(z.object(customerShapes)).default({}) });
const checkedCustomer = checker(customerBody);

type Given = Readonly<Record<string, unknown>>;

/** Yields the members of addresses that a body has: first those of whole addresses, then those with names of their own. */
function* addressTexts(from: Given): Generator<[kind: keyof Customer, member: string, value: unknown]> {
  for (const kind of ['billing', 'shipping'] as const) {
    const whole: Given = Object(from[`${kind}_address`]);
    for (const [name, { member }] of memberOfName) {
      if (kind === 'billing' || !(member in contact)) yield [kind, member, whole[name]];
    }
  }
  for (const [name, { kind, member }] of memberOfName) yield [kind, member, from[name]];
}

/**
 * Returns the command of `update-customer`. A whole address may be sent as it was read. Several names can mean the same
 * member of an address. A name outside `data` then takes precedence over a name inside `data`. If both names are outside
 * or both are inside, the name with the longer prefix takes precedence: `billing_city` counts instead of `city`. Unknown
 * names are ignored.
 *
 * @throws ServiceError `rest_invalid_param`
 */
function updateCustomer(given: Parameters): CommandOf<'update-customer'> {
  const { data, ...top } = checkedCustomer(given);
  const changes = { billing: {}, shipping: {} };
  for (const from of [data, top]) {
    for (const [kind, member, value] of addressTexts(from)) {
      if (value !== undefined) Object.assign(changes[kind], { [member]: value });
    }
  }
  const shipsElsewhere = top.ship_to_different_address ?? data.ship_to_different_address ?? null;
  return { kind: 'update-customer', ...changes, shipElsewhere: shipsElsewhere };
}

type UpdateCommand = CommandOf<'set-quantities' | 'update-customer' | 'extend'>;

/** Members of a request's body by name. */
type Members = Readonly<Record<string, z.core.util.JSONType>>;

/**
 * The handler of a namespace: the schema of the members in the body, and the function that returns a command
 * for these members.
 */
interface Handler {
  readonly body: z.ZodObject;
  readonly command: (given: Parameters) => UpdateCommand;
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
function membersOf(namespace: unknown): z.ZodObject | null {
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
function updateCommand(
  namespace: string | undefined,
  given: Members,
  { missingNamespace }: Dialect,
): UpdateCommand {
  const name = namespace || (missingNamespace === 'inferred' ? inferred(given) : '');
  if (name === '') return { kind: 'extend', namespace: name, data: {} };
  const handler = handlers.get(name);
  return handler ? handler.command(memberParameters(given)) : extend(name, given);
}

const descriptions: Readonly<Record<string, string>> = {
  items: 'Of `update-cart`: items with their quantities, as a list or a map by keys.',
  quantity: 'Of `update-cart`: quantities by the keys of the items.',
  data: 'The same members inside an object; for an extension, its own data.',
  ship_to_different_address: 'Of `update-customer`: whether goods go to the shipping address.',
  billing_address: 'Of `update-customer`: the billing address, as answers have it.',
  shipping_address: 'Of `update-customer`: the shipping address, as answers have it.',
  ...Object.fromEntries(addressNames.map((name) => [name, 'Of `update-customer`: a member of an address.'])),
};

/**
 * Body of an update. The namespace determines which members besides `namespace` the body may have. Members for
 * an extension are not declared.
 */
const UpdateBody = z
  .object({
    namespace: text(100)
      .optional()
      .describe('The kind of update: `update-cart`, `update-customer`, or the name of an extension.'),
    ...Object.fromEntries(
      Object.entries(descriptions).map(([name, meaning]) => [name, parsedJson.optional().describe(meaning)]),
    ),
  })
  .catchall(parsedJson);

/**
 * POST /v2/cart/update: passes the body to the handler of the namespace. With strict handling, the body may
 * contain only members that the namespace reads.
 */
export const updateCartRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/update',
  summary: 'Update the cart through the handler of a namespace',
  answers: wholeCartAnswers,
  body: UpdateBody,
  strictBody: (member) => membersOf(member('namespace')),
  sends: ['set-quantities', 'update-customer', 'extend'],
  command: ({ body: { namespace, ...members }, dialect }) => updateCommand(namespace, members, dialect),
  view: wholeCart,
});
