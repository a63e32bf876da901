// A file of its own, because it is loaded only when certificates are made: its library is large.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const DAY_MS = 86_400_000;
const LIFE_DAYS = 397;
const KEY = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };

/**
 * Returns a new certificate authority, a certificate for localhost, 127.0.0.1 and ::1 that the authority has signed,
 * and the private key of that certificate. All three are in PEM format.
 */
export async function makeCertificates(
  now: Date,
): Promise<{ authority: string; certificate: string; key: string }> {
  x509.cryptoProvider.set(webcrypto as typeof globalThis.crypto);
  const authorityKeys = await webcrypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
  const keys = await webcrypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
  const notBefore = new Date(now.getTime() - DAY_MS);
  const notAfter = new Date(now.getTime() + LIFE_DAYS * DAY_MS);
  const issuer = `CN=Cartwright local authority ${now.toISOString()}`;
  const common = { notBefore, notAfter, signingAlgorithm: SIGNATURE };
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...common,
    name: issuer,
    keys: authorityKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    ...common,
    subject: 'CN=localhost',
    issuer,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    authority: authority.toString('pem'),
    certificate: certificate.toString('pem'),
    key: x509.PemConverter.encode(key, 'PRIVATE KEY'),
  };
}
