/** The guides to which every page below `/docs` links: their paths below `/docs/` and their short titles. */
export const guides: readonly (readonly [path: string, title: string])[] = [
  ['first-cart', 'First cart in five minutes'],
  ['typed-client', 'Typed client'],
  ['from-cocart', 'From CoCart'],
  ['browser-login', 'Login in a browser'],
  ['live-carts', 'Live carts'],
  ['webhooks', 'Webhooks'],
  ['checkout', 'Checkout'],
  ['reference/README', 'Rules of the interface'],
];
