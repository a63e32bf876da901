import { useLocation } from 'preact-iso';
import { store } from '../api.ts';
import { addressOf, parseList } from '../list-query.ts';
import { cart, customer } from '../state/cart.ts';
import { number, text } from '../texts.ts';
import { useLoaded } from './loaded.tsx';

export function Header() {
  const { url, route } = useLocation();
  const shop = useLoaded('store', store.read);
  const { search } = parseList(new URL(url, location.origin).search);
  const pieces = cart.value?.item_count ?? 0;
  const find = (event: SubmitEvent) => {
    event.preventDefault();
    const words = new FormData(event.currentTarget as HTMLFormElement).get('q');
    route(addressOf(parseList(''), { search: String(words ?? '').trim() }));
  };
  return (
    <header>
      <a class="brand" href="/shop/">
        {shop.value?.title ?? text('shop')}
      </a>
      <search>
        <form onSubmit={find} action="/shop/">
          <label class="unseen" for="search">
            {text('header.search_shop')}
          </label>
          <input
            id="search"
            key={search}
            name="q"
            type="search"
            placeholder={text('header.search')}
            maxLength={200}
            defaultValue={search}
          />
          <button type="submit">{text('header.search')}</button>
        </form>
      </search>
      <nav aria-label={text('header.nav')}>
        <a href={customer.value === null ? '/shop/login' : '/shop/account'}>
          {customer.value ?? text('header.log_in')}
        </a>
        <a class="cart-link" href="/shop/cart">
          {text('header.cart')}{' '}
          <span class="count">
            {number(pieces)}
            <span class="unseen">{` ${text('header.pieces', { count: pieces })}`}</span>
          </span>
        </a>
      </nav>
    </header>
  );
}
