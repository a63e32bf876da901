import { render } from 'preact';
import { ErrorBoundary, LocationProvider, Route, Router } from 'preact-iso';
import { AccountPage } from './pages/account-page.tsx';
import { CartPage } from './pages/cart-page.tsx';
import { ListPage } from './pages/list-page.tsx';
import { LoginPage } from './pages/login-page.tsx';
import { NotFound } from './pages/not-found.tsx';
import { ForgotPage, ResetPage } from './pages/password-pages.tsx';
import { ProductPage } from './pages/product-page.tsx';
import { RegisterPage } from './pages/register-page.tsx';
import { ThanksPage } from './pages/thanks-page.tsx';
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
            <Route path="/shop/thanks" component={ThanksPage} />
            <Route path="/shop/login" component={LoginPage} />
            <Route path="/shop/register" component={RegisterPage} />
            <Route path="/shop/forgot" component={ForgotPage} />
            <Route path="/shop/reset" component={ResetPage} />
            <Route path="/shop/account" component={AccountPage} />
            <Route default component={NotFound} />
          </Router>
        </ErrorBoundary>
      </main>
      <footer>
        <p>
          The example storefront of <a href="/">Cartwright</a>.
        </p>
      </footer>
      <Notices />
    </LocationProvider>
  );
}

startCart();
const place = document.getElementById('app');
if (place) render(<Shop />, place);
