import { knownRoles, Role } from '#contracts/audience.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { type NamedSetting, refused } from './named-setting.ts';

const takes = 'further roles of customers with commas like wholesale,reseller, or nothing for none';

/** The setting that adds customer roles to the role `customer`. Prices and products can be reserved for these roles. */
export const customerRoles: NamedSetting = {
  name: 'customer-roles',
  takes,
  read: ({ customerRoles: roles }: StoreSettings) => roles.join(','),
  change(value) {
    const roles = [...new Set(value.split(',').map((one) => one.trim()))].filter((one) => one !== '');
    const isFurther = (role: string) =>
      Role.safeParse(role).success && !(knownRoles as readonly string[]).includes(role);
    if (roles.length <= 30 && roles.every(isFurther)) return { customerRoles: roles };
    throw refused('customer-roles', value, takes);
  },
};
