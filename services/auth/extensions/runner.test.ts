import { expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import type { DeclaredParameter, LoginHooks } from './extension.ts';
import { ana, attempts, logged, logger, login, networks } from './extensions.fixture.ts';
import { LoginExtensions } from './runner.ts';

const refused = { code: 'service_login_denied', data: { status: 403 } };

test('the request tells an extension whether it is a login', async () => {
  const calls: boolean[] = [];
  const service_login_permission_callback: LoginHooks['service_login_permission_callback'] = (...args) => {
    calls.push(args[2].isLogin);
    return args[2].isLogin;
  };
  const hooks = { service_login_permission_callback };
  const all = new LoginExtensions([{ name: 'one', hooks }], [], { attempts, networks, logger });
  expect(await login(all)).toBe(true);
  const request = { body: {}, headers: {}, address: '192.0.2.1' };
  await expect(all.permitRequest(ana, request)).rejects.toMatchObject({ code: 'service_login_denied' });
  expect(calls).toEqual([true, false]);
});

test('too many wrong codes from other networks refuse a login, except from a network of an earlier login', async () => {
  const stopped = {
    run: async (_attempted: object, verify: () => Promise<boolean>, scope?: string) => {
      if (scope !== 'known network')
        throw refusal('service_rate_limited', { retry_after: 9, limit: 20, window: 900 });
      return verify();
    },
  };
  const known = { ...networks, knows: async (...one: unknown[]) => String(one) === '7,login,192.0.2.1' };
  const hooks: LoginHooks = { service_login_permission_callback: () => true };
  const deps = { attempts: stopped, networks: known, logger };
  const all = new LoginExtensions([{ name: 'one', hooks }], [], deps);
  expect(await login(all, { address: '192.0.2.1' })).toBe(true);
  expect(await login(all, { address: '192.0.2.2' })).toMatchObject({ code: 'service_rate_limited' });
});

test('a login is denied when an extension throws or returns nothing, and a later extension cannot remove an error', async () => {
  const says = (permit: () => unknown) => ({
    name: 'one',
    hooks: { service_login_permission_callback: permit as () => boolean },
  });
  const error = { code: 'service_first', message: 'No.', data: { status: 403 } };
  const answerTo = (...answers: (() => unknown)[]) =>
    login(new LoginExtensions(answers.map(says), [], { attempts, networks, logger }));
  const thrown = () => {
    throw new Error('a fault of an extension');
  };
  logged.length = 0;
  expect(await answerTo(thrown, () => true)).toEqual(refused);
  expect(await answerTo(() => undefined)).toEqual(refused);
  expect(logged).toHaveLength(2);
  expect(await answerTo(() => false)).toEqual(refused);
  expect(
    await answerTo(
      () => error,
      () => true,
    ),
  ).toEqual({ ...error });
});

test('an extension whose permission spends something is asked after all others', async () => {
  const asked: string[] = [];
  const says = (name: string, answer: boolean, runsLast = false) => {
    const service_login_permission_callback = () => {
      asked.push(name);
      return answer;
    };
    return { name, runsLast, hooks: { service_login_permission_callback } };
  };
  const spends = says('spends', true, true);
  const answerTo = (...others: ReturnType<typeof says>[]) =>
    login(new LoginExtensions([spends, ...others], [], { attempts, networks, logger }));
  expect(await answerTo(says('one', true), says('two', false))).toEqual(refused);
  expect(await answerTo(says('one', true), says('two', true))).toBe(true);
  expect(asked).toEqual(['one', 'two', 'one', 'two', 'spends']);
});

test('a login is denied when an extension is too slow, and the log names it', async () => {
  const later = { service_login_permission_callback: () => new Promise<boolean>(() => {}) };
  const never = { service_login_permission_callback: () => expect.unreachable() };
  const named = [
    { name: 'slow', hooks: later },
    { name: 'next', hooks: never },
  ];
  logged.length = 0;
  const all = new LoginExtensions(named, [], { attempts, networks, logger, permissionMs: 5 });
  expect(await login(all)).toEqual(refused);
  expect(logged).toMatchObject([{ extension: 'slow', err: { message: 'it took too long' } }]);
});

test('a login is denied when an extension blocks the thread too long, and no hook for granted logins is called', async () => {
  const blocks = () => {
    const end = performance.now() + 50;
    while (performance.now() < end);
    return true;
  };
  const never = () => expect.unreachable();
  const named = [
    { name: 'audit', hooks: { service_login_permission_granted: () => void logged.push({ granted: true }) } },
    { name: 'blocks', hooks: { service_login_permission_callback: blocks } },
  ];
  const next = { name: 'next', hooks: { service_login_permission_callback: never } };
  for (const loaded of [named, [...named, next]]) {
    logged.length = 0;
    const all = new LoginExtensions(loaded, [], { attempts, networks, logger, permissionMs: 5 });
    expect(await login(all)).toEqual(refused);
    expect(logged).toMatchObject([{ extension: 'blocks', err: { message: 'it took too long' } }]);
  }
});

test('secure methods are not refused for a parameter: valid parameters are passed on, others are left out', async () => {
  const calls: unknown[] = [];
  const hooks: LoginHooks = {
    service_login_permission_granted: (_user, { params }) => void calls.push(params),
  };
  const faulty = () => {
    throw new Error('a fault of an extension');
  };
  const description = 'A parameter';
  const declared: DeclaredParameter[] = [
    { name: 'needed', description, type: 'string', required: true },
    { name: 'count', description, type: 'integer' },
    { name: 'digits', description, type: 'string', pattern: '^[0-9]+$' },
    { name: 'odd', description, type: 'string', sanitize: faulty },
    { name: 'trimmed', description, type: 'string', sanitize: (value) => String(value).trim() },
  ];
  const all = new LoginExtensions([{ name: 'one', hooks }], declared, { attempts, networks, logger });
  const body = { count: 'many', digits: 'none', odd: 'x', trimmed: ' x ' };
  for (const method of ['jwt', 'api_key'] as const) expect(await login(all, { body }, method)).toBe(true);
  expect(calls).toEqual([{ trimmed: 'x' }, { trimmed: 'x' }]);
  expect(calls.every(Object.isFrozen)).toBe(true);
  const missing = { code: 'rest_missing_callback_param' };
  expect(await login(all, { body: { ...body, needed: null } })).toMatchObject(missing);
  expect(await login(all, { body: { ...body, needed: 'x' } })).toMatchObject({ code: 'rest_invalid_param' });
});
