import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { account, who } from '../api.ts';
import { securePage } from '../page.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { customer, openCart } from '../state/cart.ts';
import { show, wordsOf } from '../state/notices.ts';

function LoggedIn() {
  const logout = async () => {
    await account.logout();
    await openCart();
    show('success', 'You are logged out.');
  };
  return (
    <div class="narrow">
      <PageTitle>Your account</PageTitle>
      <p>You are logged in as {customer.value}.</p>
      <button type="button" onClick={() => void logout()}>
        Log out
      </button>
    </div>
  );
}

export function LoginPage() {
  const { route } = useLocation();
  const [failure, setFailure] = useState('');
  const [waiting, setWaiting] = useState(false);
  if (customer.value !== null) return <LoggedIn />;
  const secure = securePage(who.cartKey());
  if (secure !== null) {
    return (
      <div class="narrow">
        <PageTitle>Log in</PageTitle>
        <p>Passwords are accepted over HTTPS only.</p>
        <p>
          <a class="button" href={secure} target="_self">
            Log in over HTTPS
          </a>
        </p>
      </div>
    );
  }
  const login = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    setFailure('');
    setWaiting(true);
    try {
      await account.login(String(data.get('username')), String(data.get('password')));
      await openCart();
      route('/shop/cart');
      show('success', 'You are logged in. Your cart came along.');
    } catch (error) {
      setFailure(wordsOf(error));
    } finally {
      setWaiting(false);
    }
  };
  return (
    <div class="narrow">
      <PageTitle>Log in</PageTitle>
      <form class="stacked" onSubmit={(event) => void login(event)} aria-describedby="login-failure">
        <label>
          User name or e-mail address
          <input name="username" autoComplete="username" maxLength={320} required />
        </label>
        <label>
          Password
          <input name="password" type="password" autoComplete="current-password" maxLength={320} required />
        </label>
        <p id="login-failure" class="form-failure" role="alert">
          {failure}
        </p>
        <button type="submit" disabled={waiting}>
          Log in
        </button>
      </form>
    </div>
  );
}
