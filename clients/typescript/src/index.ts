// The exports of the package. `createClient` gives a client with all operations. A program that must stay small creates
// a `Core` and uses only some groups of operations, such as `cart` and `products`.
export {
  type Address,
  type Annotation,
  type Cart,
  type CartCoupon,
  type CartFee,
  type CartItem,
  type CartOptions,
  type CrossSell,
  cart,
  type Destination,
  type NewItem,
  type ShippingRate,
} from './cart.ts';
export { type Checkout, type CheckoutOptions, checkout } from './checkout.ts';
export { type Client, createClient } from './client.ts';
export { Core } from './core.ts';
export { CartwrightError, type ClientErrorCode, type ErrorCode, type MembersOf } from './error.ts';
export { type CartEvent, cartEvents, type LiveOptions } from './live.ts';
export { account, type Credentials, type Login, type MyAccount, type Order } from './login.ts';
export {
  type CartMoney,
  type Currency,
  formatMoney,
  type ItemMoney,
  type Money,
  type PriceMoney,
  sumOf,
} from './money.ts';
export type { ClientOptions } from './options.ts';
export { type PagedRoute, pages } from './pages.ts';
export {
  type Facets,
  type Product,
  type ProductCard,
  type ProductPage,
  type ProductQuery,
  products,
  type Review,
  type Variation,
} from './products.ts';
export type { NetworkReason } from './reach.ts';
export type { RepeatOptions } from './repeat.ts';
export {
  type ClientStorage,
  memoryStorage,
  type StorageChange,
  type SyncStorage,
  type WebStorage,
  webStorage,
} from './storage.ts';
export { type Country, fitsPostcode, type Store, store } from './store.ts';
export type {
  Answer,
  AnswerOf,
  BodyOf,
  Chosen,
  Input,
  PathOf,
  QueryOf,
  RequestOptions,
  Route,
  Schemas,
} from './types.ts';
