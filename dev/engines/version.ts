/** The oldest supported version, as `[major, minor]`. */
export type Minimum = readonly [number, number];

/**
 * Returns the first version number in a text, such as `2.10.0` or `7.0`. @throws Error if the text has no
 * version
 */
export function versionIn(text: string): string {
  const [version] = /\d+\.\d+(\.\d+)?/.exec(text) ?? [];
  if (!version) throw new Error('it prints none');
  return version;
}

/**
 * Returns why a version is unsuitable, such as `is version 2.9.10, and 2.10 or later is needed`; null for a suitable
 * version.
 */
export function tooOld(version: string, [minMajor, minMinor]: Minimum): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return null;
  return `is version ${version}, and ${minMajor}.${minMinor} or later is needed`;
}
