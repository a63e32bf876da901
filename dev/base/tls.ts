import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const RENEW_DAYS = 30;
const DAY_MS = 86_400_000;

/** Paths of a server's certificate and key, and of the certificate authority that clients must trust. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
  readonly caFile: string;
}

/**
 * Returns the paths of a certificate for localhost, 127.0.0.1 and ::1 in `DATA_DIR/tls`. Makes a new certificate
 * and a new local authority if the certificate is missing or valid for fewer than 30 days.
 *
 * The key of the authority is never stored, so the authority cannot sign another certificate. Somebody who trusts
 * `ca.pem` therefore trusts only this certificate.
 */
export async function keepLocalCertificate(dataDir: string, now: Date = new Date()): Promise<TlsFiles> {
  const folder = join(dataDir, 'tls');
  const files = filesIn(folder);
  if (!(await isGood(files, now))) await makeCertificate(folder, now);
  return files;
}

/** Returns the paths of the certificate, key and authority in a folder. */
export function filesIn(folder: string): TlsFiles {
  return {
    certFile: join(folder, 'cert.pem'),
    keyFile: join(folder, 'key.pem'),
    caFile: join(folder, 'ca.pem'),
  };
}

/**
 * Writes a new certificate, its key and its authority to a folder, in place of older ones. Everybody may read the
 * certificates, but only the owner may read the key. A server that reads the key must start as its owner or as root.
 */
export async function makeCertificate(folder: string, now: Date = new Date()): Promise<void> {
  // certificates.ts is loaded only here, because a new certificate is needed about once a year.
  const { makeCertificates } = await import('./certificates.ts');
  const made = await makeCertificates(now);
  const { certFile, keyFile, caFile } = filesIn(folder);
  await mkdir(folder, { recursive: true });
  await writeFile(keyFile, made.key, { mode: 0o600 });
  await writeFile(certFile, made.certificate);
  await writeFile(caFile, made.authority);
}

async function isGood(files: TlsFiles, now: Date): Promise<boolean> {
  try {
    const [certificate, authority] = await Promise.all(
      [files.certFile, files.caFile, files.keyFile].map((path) => readFile(path, 'utf8')),
    );
    const read = new X509Certificate(certificate ?? '');
    const left = read.validToDate.getTime() - now.getTime();
    return left > RENEW_DAYS * DAY_MS && read.checkIssued(new X509Certificate(authority ?? ''));
  } catch {
    return false;
  }
}
