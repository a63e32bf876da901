/** One testable sentence of the specification. */
export interface SpecificationRow {
  /** Section and name, such as `2.2 prices`. The title of a test begins with the id in brackets. */
  readonly id: string;
  readonly title: string;
  /** Routes that the sentence is about, such as `GET /v2/cart`; empty if it is not about routes. */
  readonly routes: readonly string[];
}

/** Returns rows of one section that are about the same routes. Each of `entries` has the name and title of a row. */
export function section(
  number: string,
  routes: readonly string[],
  entries: readonly (readonly [name: string, title: string])[],
): SpecificationRow[] {
  return entries.map(([name, title]) => ({ id: `${number} ${name}`, title, routes }));
}

export const productV1 = 'GET /v1/products/{id}';
export const productV2 = 'GET /v2/products/{id}';
export const variationsV1 = 'GET /v1/products/{product_id}/variations';
export const variationsV2 = 'GET /v2/products/{id}/variations';
export const terms = 'GET /v2/products/attributes/{id}/terms';
export const readCart = 'GET /v2/cart';
export const addItem = 'POST /v2/cart/add-item';
export const updateCart = 'POST /v2/cart/update';
export const login = 'POST /v2/login';
export const sessions = 'GET /v2/sessions';
