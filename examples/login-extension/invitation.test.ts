import { expect, test } from 'vitest';
import invitation from './invitation.ts';

const deps = { logger: { info() {}, warn() {}, error() {} }, now: () => 0 };
const hooks = await invitation.create({ codes: ['spring-2026'] }, deps);
const names = { username: 'ana', firstName: '', lastName: '', displayName: 'ana' };
const ana = { id: 7, email: 'ana@example.com', phone: '', role: 'customer', ...names };

function callWith(params: Record<string, unknown>, permission: Parameters<typeof callback>[0] = true) {
  const request = {
    method: 'basic_auth',
    isLogin: true,
    params,
    body: params,
    headers: {},
    address: '192.0.2.1',
  } as const;
  return callback(permission, ana, request, 'login');
}
const callback = hooks.service_login_permission_callback ?? (() => false);

test('an invitation is required, and an unknown one is refused', () => {
  expect(callWith({})).toMatchObject({ data: { status: 400, invitation_required: true } });
  expect(callWith({ invitation: 'autumn' })).toMatchObject({ code: 'service_invitation_invalid' });
  expect(callWith({ invitation: 'spring-2026' })).toBe(true);
});

test('an error of an earlier extension is returned unchanged', () => {
  const error = { code: 'service_other', message: 'No.', data: { status: 403 } };
  expect(callWith({ invitation: 'spring-2026' }, error)).toBe(error);
});
