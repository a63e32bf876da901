import { useLocation } from 'preact-iso';
import { account } from '../api.ts';
import { AccountForm, NewPassword } from '../parts/account-form.tsx';
import { SecureOnly } from '../parts/secure-only.tsx';
import { openCart } from '../state/cart.ts';
import { show } from '../state/notices.ts';
import { text } from '../texts.ts';

export function RegisterPage() {
  const { route } = useLocation();
  return (
    <SecureOnly title={text('register.title')}>
      <AccountForm
        label={text('register.send')}
        send={async (field) => {
          if (!(await account.register(field('email'), field('password'), field('first_name')))) {
            route('/shop/login');
            return show('success', text('register.message'));
          }
          await openCart();
          route('/shop/account');
          show('success', text('register.done'));
        }}
      >
        <label>
          {text('register.first_name')}
          <input name="first_name" autoComplete="given-name" maxLength={200} />
        </label>
        <label>
          {text('register.email')}
          <input name="email" type="email" autoComplete="email" maxLength={320} required />
        </label>
        <NewPassword label={text('login.password')} />
      </AccountForm>
      <p>
        <a href="/shop/login">{text('register.log_in')}</a>
      </p>
    </SecureOnly>
  );
}
