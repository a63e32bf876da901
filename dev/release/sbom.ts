import { writeFile } from 'node:fs/promises';
import { npm } from './npm.ts';

/** A bill of materials in the form of CycloneDX, as far as it is looked at here. */
export interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

function isOfDevelopment({ properties = [] }: Component): boolean {
  return properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
}

/**
 * A bill without the packages of development. `npm sbom --omit=dev` leaves out too much: also packages of production
 * that one of development needs as well.
 */
function ofProduction(bill: Bill): Bill {
  const components = bill.components.filter((component) => !isOfDevelopment(component));
  const dropped = new Set(bill.components.filter(isOfDevelopment).map((component) => component['bom-ref']));
  const dependencies = bill.dependencies
    .filter(({ ref }) => !dropped.has(ref))
    .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => !dropped.has(ref)) }));
  return { ...bill, components, dependencies };
}

/**
 * Writes what the program is made of as CycloneDX 1.5 JSON: every package that runs in production, with its version,
 * its licence and its SHA-512. npm calls the whole by the name of the folder; here it has the name of the package.
 *
 * @throws Error with what npm says when it fails
 */
export async function writeBill(path: string, name: string): Promise<Bill> {
  const { code, out, err } = await npm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only']);
  if (code !== 0) throw new Error(`npm sbom failed: ${err.trim()}`);
  const made = ofProduction(JSON.parse(out) as Bill);
  const component = { ...made.metadata.component, type: 'application', name };
  const bill = { ...made, metadata: { ...made.metadata, component } };
  await writeFile(path, `${JSON.stringify(bill, null, 2)}\n`);
  return bill;
}
