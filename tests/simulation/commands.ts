import type { CartCommand } from '#contracts/cart-commands.ts';
import { lineKey } from './reference-lines.ts';

/** Returns a random whole number from 0 to `end - 1`. */
export type Below = (end: number) => number;

const data = { colour: 'red' };
/** Items for commands. The last two items are the same product and share its stock. */
const items = [
  { reference: '11', itemData: {} },
  { reference: '12', itemData: {} },
  { reference: '13', itemData: {} },
  { reference: '14', itemData: {} },
  { reference: '14', itemData: data },
];
const unknownItem = { reference: '99', itemData: {} };
/** The keys of the lines with these items. */
const lineKeys = [11, 12, 13, 14].map((id) => lineKey(id));
lineKeys.push(lineKey(14, data));

const pick = <T>(below: Below, from: readonly T[]): T => from[below(from.length)] as T;

function item(below: Below) {
  const of = below(40) === 0 ? unknownItem : pick(below, items);
  // Product 13 is sold individually: one per cart.
  const usual = of.reference === '13' ? '1' : String(1 + below(3));
  const quantity = below(40) === 0 ? pick(below, ['0', '1.5', '2', 'many']) : usual;
  return { ...of, quantity, variation: {}, price: null };
}

/** Returns a new quantity for a line, in some cases zero or invalid. */
const quantity = (below: Below) => (below(15) === 0 ? '-1' : String(below(6)));

/** Returns new quantities for some lines. A line may occur twice. */
const quantities = (below: Below) =>
  Array.from({ length: 1 + below(3) }, () => ({ lineKey: pick(below, lineKeys), quantity: quantity(below) }));

/** Functions that return a random command, by kind. */
const kinds: Readonly<Record<string, (below: Below) => CartCommand>> = {
  'add-item': (below) => ({ kind: 'add-item', item: item(below), email: null, phone: null }),
  'add-items': (below) => ({
    kind: 'add-items',
    items: Array.from({ length: 1 + below(3) }, () => item(below)),
    email: null,
    phone: null,
  }),
  'set-quantity': (below) => ({
    kind: 'set-quantity',
    lineKey: pick(below, lineKeys),
    quantity: quantity(below),
    variation: null,
    itemData: null,
  }),
  'remove-line': (below) => ({ kind: 'remove-line', lineKey: pick(below, lineKeys) }),
  'restore-line': (below) => ({ kind: 'restore-line', lineKey: pick(below, lineKeys) }),
  clear: (below) => ({ kind: 'clear', keepRemoved: below(2) === 0 }),
  'set-quantities': (below) => ({ kind: 'set-quantities', quantities: quantities(below) }),
  'update-customer': (below) => ({
    kind: 'update-customer',
    billing: { email: pick(below, ['ada@shop.example', 'bob@shop.example', 'nobody']) },
    shipping: {},
    shipElsewhere: null,
  }),
  'apply-coupon': (below) => ({
    kind: 'apply-coupon',
    code: pick(below, ['five', 'ten', ' Ten ', 'solo', 'nosuch', ' ']),
    email: null,
  }),
  'remove-coupon': (below) => ({
    kind: 'remove-coupon',
    code: pick(below, ['five', 'ten', 'solo', null]),
  }),
  'choose-rate': (below) => ({
    kind: 'choose-rate',
    rate: pick(below, ['flat_rate:1', 'local_pickup:2', 'local_pickup:2', 'flat_rate:9']),
    package: null,
  }),
  'set-destination': (below) => ({
    kind: 'set-destination',
    country: 'GB',
    state: '',
    postcode: below(5) === 0 ? 'none' : '',
    city: pick(below, ['York', 'Leeds']),
  }),
  look: () => ({ kind: 'look' }),
};

export const commandKinds = Object.keys(kinds);

/**
 * The kinds from which commands are chosen. Commands that add items occur more often, because other commands
 * need items.
 */
const weightedKinds = [...commandKinds, 'add-item', 'add-item', 'add-items', 'set-quantity', 'restore-line'];

/** The commands of one request. */
export interface CommandRequest {
  readonly commands: readonly CartCommand[];
  readonly together: 'each' | 'all-or-none' | null;
}

/** Returns commands that add items, and in some cases apply a coupon. */
export function addingCommands(below: Below): CommandRequest {
  const items = Array.from({ length: 2 + below(2) }, () => item(below));
  const added: CartCommand = { kind: 'add-items', items, email: null, phone: null };
  if (below(4) > 0) return { commands: [added], together: null };
  const code = pick(below, ['five', 'ten', 'solo']);
  return { commands: [added, { kind: 'apply-coupon', code, email: null }], together: 'each' };
}

/** Returns one random command, or in some cases several. */
export function anything(below: Below): CommandRequest {
  const one = () => (kinds[pick(below, weightedKinds)] as (below: Below) => CartCommand)(below);
  const mode = below(12);
  if (mode > 1) return { commands: [one()], together: null };
  const commands = Array.from({ length: 2 + below(2) }, one);
  return { commands, together: mode === 0 ? 'each' : 'all-or-none' };
}

function commandText(command: CartCommand): string {
  const { kind } = command;
  const line = (key: string) => key.slice(0, 6);
  const many = (some: readonly { reference: string; quantity: string }[]) =>
    some.map(({ reference, quantity: text }) => `${text}×${reference}`).join('+');
  if (kind === 'add-item') return `add ${many([command.item])}`;
  if (kind === 'add-items') return `add ${many(command.items)}`;
  if (kind === 'set-quantity') return `set ${line(command.lineKey)}=${command.quantity}`;
  if (kind === 'set-quantities') {
    return `set ${command.quantities.map((one) => `${line(one.lineKey)}=${one.quantity}`).join(' ')}`;
  }
  if (kind === 'remove-line' || kind === 'restore-line') return `${kind} ${line(command.lineKey)}`;
  if (kind === 'update-customer') return `e-mail ${command.billing.email}`;
  if (kind === 'apply-coupon' || kind === 'remove-coupon') return `${kind} ${command.code}`;
  if (kind === 'choose-rate') return `ship by ${command.rate}`;
  if (kind === 'set-destination') return `to ${command.city} ${command.postcode}`;
  return kind === 'clear' && command.keepRemoved ? 'clear, keep removed' : kind;
}

/** Returns the commands of a request as text. */
export function inWords({ commands, together }: CommandRequest): string {
  const text = commands.map(commandText).join('; ');
  return together ? `${together} [${text}]` : text;
}
