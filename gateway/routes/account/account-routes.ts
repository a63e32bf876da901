import type { Route } from '../../routing/route.ts';
import { myAccountRoutes } from './my-account.ts';
import { changePasswordRoute, forgotPasswordRoute, resetPasswordRoute } from './passwords.ts';
import { registerRoute } from './register.ts';

/** Routes of registration, of the caller's account and of passwords. */
export const accountRoutes: readonly Route[] = [
  registerRoute,
  ...myAccountRoutes,
  changePasswordRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
];
