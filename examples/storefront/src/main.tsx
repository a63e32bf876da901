import { render } from 'preact';
import { ErrorBoundary, LocationProvider, Route, Router } from 'preact-iso';
import { CartPage } from './pages/cart-page.tsx';
import { ListPage } from './pages/list-page.tsx';
import { LoginPage } from './pages/login-page.tsx';
import { NotFound } from './pages/not-found.tsx';
import { ProductPage } from './pages/product-page.tsx';
import { Header } from './parts/header.tsx';
import { Notices } from './parts/notices.tsx';
import { startCart } from './state/cart.ts';
import { dismiss } from './state/notices.ts';

function Shop() {
  return (
    <LocationProvider scope="/shop">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Header />
      <main id="content">
        <ErrorBoundary>
          <Router onRouteChange={dismiss}>
            <Route path="/shop" component={ListPage} />
            <Route path="/shop/product/:slug" component={ProductPage} />
            <Route path="/shop/cart" component={CartPage} />
            <Route path="/shop/login" component={LoginPage} />
            <Route default component={NotFound} />
          </Router>
        </ErrorBoundary>
      </main>
      <footer>
        <p>
          The example storefront of <a href="/">Cartwright</a>. It takes no orders.
        </p>
      </footer>
      <Notices />
    </LocationProvider>
  );
}

startCart();
const place = document.getElementById('app');
if (place) render(<Shop />, place);
