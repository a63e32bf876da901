import { expect, test } from 'vitest';
import { ownExamples, ownOrigins } from './addresses.ts';

const example = `curl http://127.0.0.1:8080/v2/cart
curl --cacert .data/tls/ca.pem -X POST https://127.0.0.1:8443/v2/login
createClient({ url: 'https://shop.example' })`;
const shown = (publicUrl: string, httpsPort: number | null) =>
  ownExamples({ publicUrl, httpsPort })(example).split('\n');

test('on a public host with HTTPS, examples have its address and curl needs no authority of its own', () => {
  expect(shown('https://api.kettle.example', null)).toEqual([
    'curl https://api.kettle.example/v2/cart',
    'curl -X POST https://api.kettle.example/v2/login',
    "createClient({ url: 'https://api.kettle.example' })",
  ]);
});

test('on this machine, examples have its two ports', () => {
  expect(shown('http://127.0.0.1:5000', 5001)).toEqual([
    'curl http://127.0.0.1:5000/v2/cart',
    'curl --cacert .data/tls/ca.pem -X POST https://127.0.0.1:5001/v2/login',
    "createClient({ url: 'http://127.0.0.1:5000' })",
  ]);
});

test('behind a proxy on this machine, plain requests stay without a certificate', () => {
  expect(shown('https://127.0.0.1:9443', null)).toEqual([
    'curl http://127.0.0.1:8080/v2/cart',
    'curl --cacert .data/tls/ca.pem -X POST https://127.0.0.1:9443/v2/login',
    "createClient({ url: 'http://127.0.0.1:8080' })",
  ]);
});

test('without HTTPS, the address for passwords stays as it is written', () => {
  expect(shown('http://shop.local', null)).toEqual([
    'curl http://shop.local/v2/cart',
    'curl --cacert .data/tls/ca.pem -X POST https://127.0.0.1:8443/v2/login',
    "createClient({ url: 'http://shop.local' })",
  ]);
});

test.each([
  [
    'http://127.0.0.1:5000',
    5001,
    ['http://127.0.0.1:5000', 'https://127.0.0.1:5001', 'http://localhost:5000', 'https://localhost:5001'],
  ],
  ['http://shop.example', 443, ['http://shop.example', 'https://shop.example']],
  ['https://shop.example', null, ['https://shop.example']],
] as const)('browsers reach %s with the HTTPS port %o at its origins', (publicUrl, httpsPort, origins) => {
  expect(ownOrigins({ publicUrl, httpsPort })).toEqual(origins);
});
