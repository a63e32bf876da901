import { render } from 'preact';
import { ErrorBoundary, LocationProvider, Route, Router } from 'preact-iso';
import { store } from './api.ts';
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
import { speak, text } from './texts.ts';

function Shop() {
  return (
    <LocationProvider scope="/shop">
      <a class="skip" href="#content">
        {text('skip')}
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
          <a href="/">{text('footer')}</a>
        </p>
      </footer>
      <Notices />
    </LocationProvider>
  );
}

// The page is English if the shop cannot be reached.
const language = await store.read().then(
  (one) => one.language,
  () => 'en',
);
await speak(language);
startCart();
const place = document.getElementById('app');
if (place) render(<Shop />, place);
