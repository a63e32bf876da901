import { writeFile } from 'node:fs/promises';
import { npm } from './npm.ts';

/** The members of a CycloneDX bill of materials that are used here. */
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
 * Returns a bill of materials without development packages. `npm sbom --omit=dev` would also omit production packages
 * on which a development package depends.
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
 * Writes the bill of materials as CycloneDX 1.5 JSON: every production package with version, licence and
 * SHA-512. `name` replaces the application's name, for which npm uses the name of the folder.
 *
 * @throws Error with npm's message when npm fails
 */
export async function writeBill(path: string, name: string): Promise<Bill> {
  const { code, out, err } = await npm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only']);
  if (code !== 0) throw new Error(`npm sbom failed: ${err.trim()}`);
  const production = ofProduction(JSON.parse(out) as Bill);
  const component = { ...production.metadata.component, type: 'application', name };
  const bill = { ...production, metadata: { ...production.metadata, component } };
  await writeFile(path, `${JSON.stringify(bill, null, 2)}\n`);
  return bill;
}
