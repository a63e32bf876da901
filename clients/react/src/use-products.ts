import {
  CartwrightError,
  type Chosen,
  type Client,
  type Product,
  type ProductPage,
  type ProductQuery,
} from '@cartwright/client';
import { useCallback, useEffect, useState } from 'react';
import { useShop } from './provider.ts';

export interface ProductsState<One = Product> {
  /** The page of products; that of the former query while the next one is loading. Null before the first. */
  readonly data: ProductPage<One> | null;
  readonly loading: boolean;
  readonly error: CartwrightError | null;
  /** Reads the list again. */
  readonly reload: () => void;
}

/** What was asked for, and what came of it. */
interface Outcome<One> {
  readonly client: Client;
  readonly asked: string;
  readonly data: ProductPage<One> | null;
  readonly error: CartwrightError | null;
}

/**
 * Returns one page of the products that match all filters. The query may be a new object in each rendering. `initial` is a
 * page that a server has read with the same query: it is shown at once, and nothing is requested until the query changes.
 */
export function useProducts<const Query extends ProductQuery>(
  query?: Query,
  { initial = null }: { readonly initial?: ProductPage<Chosen<Query, Product>> | null } = {},
): ProductsState<Chosen<Query, Product>> {
  const client = useShop();
  const [reloads, setReloads] = useState(0);
  const text = JSON.stringify(query ?? {});
  const asked = `${reloads} ${text}`;
  const [outcome, setOutcome] = useState<Outcome<Chosen<Query, Product>> | null>(
    initial && { client, asked, data: initial, error: null },
  );
  const isDone = outcome?.client === client && outcome.asked === asked;

  const reload = useCallback(() => setReloads((count) => count + 1), []);
  // A customer may have other products and prices than a guest.
  useEffect(() => client.account.onChange(reload), [client, reload]);

  useEffect(() => {
    if (isDone) return;
    const end = new AbortController();
    const { signal } = end;
    client.products.list(JSON.parse(text) as Query, { signal }).then(
      (data) => {
        if (!signal.aborted) setOutcome({ client, asked, data, error: null });
      },
      (error) => {
        if (signal.aborted) return;
        if (!(error instanceof CartwrightError)) throw error;
        setOutcome((before) => ({ client, asked, data: before?.data ?? null, error }));
      },
    );
    return () => end.abort();
  }, [client, text, asked, isDone]);

  return {
    data: outcome?.data ?? null,
    loading: !isDone,
    error: isDone ? outcome.error : null,
    reload,
  };
}
