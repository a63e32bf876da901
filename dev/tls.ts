import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';

const DAY_MS = 86_400_000;
const LIFE_DAYS = 397;
const RENEW_DAYS = 30;
const KEY = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };

/** Paths of a server's certificate and key, and of the authority that clients have to trust. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
  readonly caFile: string;
}

/**
 * A certificate for localhost, 127.0.0.1 and ::1 with a local authority, in `DATA_DIR/tls`.
 *
 * Made at the first start, and anew when fewer than 30 days are left. The authority's own key is never written:
 * whoever trusts `ca.pem` trusts this one certificate and nothing that could be signed later.
 */
export async function keepLocalCertificate(dataDir: string, now: Date = new Date()): Promise<TlsFiles> {
  const folder = join(dataDir, 'tls');
  const files = {
    certFile: join(folder, 'cert.pem'),
    keyFile: join(folder, 'key.pem'),
    caFile: join(folder, 'ca.pem'),
  };
  if (await isGood(files, now)) return files;
  x509.cryptoProvider.set(webcrypto as typeof globalThis.crypto);
  const made = await makeCertificates(now);
  await mkdir(folder, { recursive: true });
  await writeFile(files.keyFile, made.key, { mode: 0o600 });
  await writeFile(files.certFile, made.certificate);
  await writeFile(files.caFile, made.authority);
  return files;
}

async function isGood(files: TlsFiles, now: Date): Promise<boolean> {
  try {
    const [certificate, authority] = await Promise.all(
      [files.certFile, files.caFile, files.keyFile].map((path) => readFile(path, 'utf8')),
    );
    const read = new x509.X509Certificate(certificate ?? '');
    const left = read.notAfter.getTime() - now.getTime();
    return left > RENEW_DAYS * DAY_MS && read.issuer === new x509.X509Certificate(authority ?? '').subject;
  } catch {
    return false;
  }
}

async function makeCertificates(now: Date): Promise<{ authority: string; certificate: string; key: string }> {
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
