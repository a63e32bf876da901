import type { components, paths } from './generated/schema.ts';

/** The schemas of the OpenAPI document by their names: `Schemas['Cart']`. */
export type Schemas = components['schemas'];

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Every route of the service, as its method and its path: `GET /v2/products/{id}`. */
export type Route = {
  [Path in keyof paths & string]: {
    [M in Method]: paths[Path][M] extends object ? `${Uppercase<M>} ${Path}` : never;
  }[Method];
}[keyof paths & string];

type Operation<R extends Route> = R extends `${infer M} ${infer Path}`
  ? Path extends keyof paths
    ? Lowercase<M> extends keyof paths[Path]
      ? paths[Path][Lowercase<M>]
      : never
    : never
  : never;

type Parameters<R extends Route, Place extends 'query' | 'path'> =
  Operation<R> extends { parameters: infer All }
    ? Place extends keyof All
      ? NonNullable<All[Place]>
      : never
    : never;

/** A query that also accepts a single value for a list, and a number for a text: `min_price: 10`. */
type Loose<Query> = {
  [Name in keyof Query]: Query[Name] extends readonly (infer One)[] | undefined
    ? One | readonly One[] | undefined
    : Query[Name] | (string extends Query[Name] ? number : never) | undefined;
};

/** The query parameters of a route. */
export type QueryOf<R extends Route> = Loose<Parameters<R, 'query'>>;

/** The parameters in the path of a route. */
export type PathOf<R extends Route> = {
  readonly [Name in keyof Parameters<R, 'path'>]: string | number;
};

/** The JSON body of a request to a route. */
export type BodyOf<R extends Route> =
  Operation<R> extends { requestBody?: infer Body }
    ? NonNullable<Body> extends { content: { 'application/json': infer Json } }
      ? Json
      : never
    : never;

/** The body of a route's answer to a successful request. */
export type AnswerOf<R extends Route> =
  Operation<R> extends { responses: infer Answers }
    ? {
        [Status in keyof Answers]: Answers[Status] extends { content: { 'application/json': infer Json } }
          ? Json
          : never;
      }[keyof Answers]
    : never;

/** Options of any request. */
export interface RequestOptions {
  /** Aborts the request, including its waits and repetitions. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The idempotency key. If several requests have the same key, the service does the write only once. By default,
   * the client creates a key.
   */
  readonly idempotencyKey?: string | undefined;
  /** The revision that the caller expects the cart to have. If the cart has another revision, the write is refused. */
  readonly ifMatch?: number | string | null | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

type Part<Name extends string, Value, Required extends boolean> = [Value] extends [never]
  ? unknown
  : Required extends true
    ? { readonly [N in Name]: Value }
    : { readonly [N in Name]?: Value | undefined };

type BodyIsRequired<R extends Route> = Operation<R> extends { requestBody: object } ? true : false;
type HasPath<R extends Route> = [Parameters<R, 'path'>] extends [never] ? never : PathOf<R>;
type HasQuery<R extends Route> = [Parameters<R, 'query'>] extends [never] ? never : QueryOf<R>;

/** The input of a request to a route: the route's `path`, `query` and `body`, and options. */
export type Input<R extends Route> = RequestOptions &
  Part<'path', HasPath<R>, true> &
  Part<'query', HasQuery<R>, false> &
  Part<'body', BodyOf<R>, BodyIsRequired<R>>;

/** The input as an argument of a function. It is optional if the route requires no input. */
export type InputArgument<R extends Route> =
  Record<never, never> extends Input<R> ? [input?: Input<R>] : [input: Input<R>];

/** An answer with its status and headers. */
export interface Answer<Data> {
  readonly data: Data;
  readonly status: number;
  readonly headers: Headers;
}

/** The type of an answer. A query with `fields` gets an answer with only some members. */
export type Chosen<Query, Whole> = Query extends { fields: string } | { _fields: string }
  ? Partial<Whole>
  : Whole;
