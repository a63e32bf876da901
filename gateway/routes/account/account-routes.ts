import type { Route } from '../../routing/route.ts';
import { myAccountRoutes } from './my-account.ts';
import { changePasswordRoute, forgotPasswordRoute, resetPasswordRoute } from './passwords.ts';
import { registerRoute } from './register.ts';

/** Registration, the own account, and passwords. */
export const accountRoutes: readonly Route[] = [
  registerRoute,
  ...myAccountRoutes,
  changePasswordRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
];
