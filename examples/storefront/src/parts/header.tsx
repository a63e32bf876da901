import { useLocation } from 'preact-iso';
import { store } from '../api.ts';
import { addressOf, parseList } from '../list-query.ts';
import { cart, customer } from '../state/cart.ts';
import { useLoaded } from './loaded.tsx';

export function Header() {
  const { url, route } = useLocation();
  const shop = useLoaded('store', store.read);
  const { search } = parseList(new URL(url, location.origin).search);
  const pieces = cart.value?.item_count ?? 0;
  const find = (event: SubmitEvent) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget as HTMLFormElement).get('q');
    route(addressOf(parseList(''), { search: String(text ?? '').trim() }));
  };
  return (
    <header>
      <a class="brand" href="/shop/">
        {shop.value?.title ?? 'Shop'}
      </a>
      <search>
        <form onSubmit={find} action="/shop/">
          <label class="unseen" for="search">
            Search the shop
          </label>
          <input
            id="search"
            key={search}
            name="q"
            type="search"
            placeholder="Search"
            maxLength={200}
            defaultValue={search}
          />
          <button type="submit">Search</button>
        </form>
      </search>
      <nav aria-label="Account and cart">
        <a href={customer.value === null ? '/shop/login' : '/shop/account'}>{customer.value ?? 'Log in'}</a>
        <a class="cart-link" href="/shop/cart">
          Cart{' '}
          <span class="count">
            {pieces}
            <span class="unseen">{pieces === 1 ? ' piece' : ' pieces'}</span>
          </span>
        </a>
      </nav>
    </header>
  );
}
