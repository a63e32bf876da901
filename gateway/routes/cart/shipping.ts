import { z } from 'zod';
import type { CommandOf } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import { missingParameters } from '../../routing/check.ts';
import { flag, idText, text } from '../../routing/parameters.ts';
import type { CartOutcome, Route } from '../../routing/route.ts';
import type { ViewOf } from '../../views/shared/views.ts';
import { cartRoute } from './cart-route.ts';
import { ratesView, sentenceOf, wholeCart, wholeCartAnswers } from './cart-views.ts';

const members = ['country', 'state', 'postcode', 'city'] as const;

/**
 * Prefixes that the names of address parameters may have, as in `POST /v2/cart/update`
 * (docs/reference/cart.md#addresses). A later prefix in this list takes precedence: `shipping_city` counts
 * instead of `city`.
 */
const prefixes = ['', 'billing_', 's_', 'shipping_'] as const;

/** Members of an address that say nothing about a destination. */
const others = ['first_name', 'last_name', 'company', 'address_1', 'address_2', 'phone', 'email'] as const;

const part = idText(1_000).optional();

const meanings = {
  country: 'The two-letter code of the country.',
  state: 'The code of the state.',
  postcode: 'The postcode.',
  city: 'The city.',
};

/** Returns the description of a parameter. The description of `s_city` refers to `city`. */
function meaningOf(prefix: string, member: keyof typeof meanings): string {
  return prefix === '' ? meanings[member] : `The same as \`${member}\`.`;
}

/** Parameters of a destination. A JSON body may contain the postcode as a number. */
export const destinationFields: Readonly<Record<string, typeof part>> = Object.fromEntries(
  prefixes.flatMap((prefix) =>
    members.map((member) => [prefix + member, part.describe(meaningOf(prefix, member))]),
  ),
);

const otherFields = Object.fromEntries(
  prefixes.flatMap((prefix) => others.map((member) => [prefix + member, z.unknown()])),
);

/** Returns a route's `strictBody`: also a strict request may contain an address with all members, as it was read. */
export function wholeAddress(body: z.ZodObject): () => z.ZodObject {
  const accepted = body.extend(otherFields);
  return () => accepted;
}

function textIn(given: Readonly<Record<string, unknown>>, member: string): string {
  const names = prefixes.map((prefix) => prefix + member).filter((name) => given[name] !== undefined);
  return String(given[names.at(-1) ?? ''] ?? '');
}

/**
 * Returns the command that sets the destination. Returns null if the request contains no destination.
 *
 * @throws ServiceError `rest_missing_callback_param` for an address without a country
 */
export function givenDestination(
  given: Readonly<Record<string, unknown>>,
): CommandOf<'set-destination'> | null {
  const [country = '', state = '', postcode = '', city = ''] = members.map((member) => textIn(given, member));
  if (country === '' && (state || postcode || city)) throw missingParameters(['country']);
  return country === '' ? null : { kind: 'set-destination', country, state, postcode, city };
}

/**
 * Returns the command that sets the destination, for routes that require a destination.
 *
 * @throws ServiceError `rest_missing_callback_param` if the request contains no country
 */
function neededDestination(given: Readonly<Record<string, unknown>>): CommandOf<'set-destination'> {
  const destination = givenDestination(given);
  if (!destination) throw missingParameters(['country']);
  return destination;
}

/**
 * Body of a request that chooses a shipping rate. Clients may send the key of the rate under three names:
 * `rate_id` as in the reference, `key` as in the cart, or `method_key` as SDKs do.
 */
const SetShippingMethodBody = z.object({
  rate_id: text(200).optional().describe('The key of the shipping rate.'),
  key: text(200).optional().describe('The same as `rate_id`.'),
  method_key: text(200).optional().describe('The same as `rate_id`.'),
  package_id: idText(20).optional().describe('The package; by default the first.'),
});

/** POST /v2/cart/set-shipping-method: chooses a shipping rate. */
const setShippingMethodRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/set-shipping-method',
  summary: 'Choose a shipping rate',
  answers: wholeCartAnswers,
  body: SetShippingMethodBody,
  sends: ['choose-rate'],
  command({ body: { rate_id, key, method_key, package_id = null } }) {
    const rate = rate_id ?? key ?? method_key;
    if (rate === undefined) throw missingParameters(['rate_id']);
    return { kind: 'choose-rate', rate, package: package_id };
  },
  view: wholeCart,
});

const DestinationBody = z.object({
  ...destinationFields,
  return_methods: flag().default(false).describe('Returns the shipping rates.'),
});

/**
 * POST /v2/cart/calculate/shipping: sets the destination of shipping. SDKs send this request with the
 * parameters of v1. With `return_methods`, the answer is the shipping rates instead of the cart.
 */
const calculateShippingRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/calculate/shipping',
  summary: 'Set the shipping destination',
  answers: { ...wholeCartAnswers, shippingRates: 'with `return_methods=true`' },
  body: DestinationBody,
  strictBody: wholeAddress(DestinationBody),
  sends: ['set-destination'],
  command: ({ body }) => neededDestination(body),
  view: (outcome, input) =>
    input.body.return_methods
      ? { name: 'shippingRates', data: ratesView(outcome) }
      : wholeCart(outcome, input),
});

function ratesOf(outcome: CartOutcome): ViewOf<'shippingRatesV1'> {
  return { name: 'shippingRatesV1', data: ratesView(outcome) };
}

/** GET /v1/shipping-methods: returns the shipping rates as a map by key. */
const readShippingMethodsRouteV1 = cartRoute({
  method: 'GET',
  path: '/v1/shipping-methods',
  pictures: false,
  summary: 'The shipping rates of the cart',
  answers: { shippingRatesV1: '' },
  errors: ['service_shipping_not_calculated', 'service_no_shipping_methods'],
  view(outcome) {
    const { needsShipping, shipping } = outcome.cart;
    if (shipping.packages.length > 0) return ratesOf(outcome);
    const isWaiting = needsShipping && !shipping.calculated;
    throw refusal(isWaiting ? 'service_shipping_not_calculated' : 'service_no_shipping_methods', {});
  },
});

/** POST /v1/shipping-methods: chooses a shipping rate and returns `true`. */
const setShippingMethodRouteV1 = cartRoute({
  method: 'POST',
  path: '/v1/shipping-methods',
  pictures: false,
  summary: 'Choose a shipping rate',
  answers: { doneV1: '' },
  body: z.object({ key: text(200).describe('The key of the shipping rate.') }),
  sends: ['choose-rate'],
  command: ({ body }) => ({ kind: 'choose-rate', rate: body.key, package: null }),
  view: () => ({ name: 'doneV1', data: null }),
});

/**
 * POST /v1/calculate/shipping: sets the destination of shipping. Returns a sentence, or the shipping rates with
 * `return_methods`.
 */
const calculateShippingRouteV1 = cartRoute({
  method: 'POST',
  path: '/v1/calculate/shipping',
  summary: 'Set the shipping destination',
  answers: { cartSentence: '', shippingRatesV1: 'with `return_methods=true`' },
  pictures: false,
  body: DestinationBody,
  strictBody: wholeAddress(DestinationBody),
  sends: ['set-destination'],
  command: ({ body }) => neededDestination(body),
  view: (outcome, { body }) =>
    body.return_methods
      ? ratesOf(outcome)
      : { name: 'cartSentence', data: { text: sentenceOf(outcome, 'done.shipping') } },
});

export const cartShippingRoutes: readonly Route[] = [
  setShippingMethodRoute,
  calculateShippingRoute,
  readShippingMethodsRouteV1,
  setShippingMethodRouteV1,
  calculateShippingRouteV1,
];
