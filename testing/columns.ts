/** Returns a table as text with headings and aligned columns. Numbers are right-aligned. */
export function columns<Name extends string>(rows: readonly Readonly<Record<Name, string>>[]): string {
  const names = Object.keys(rows[0] ?? {}) as Name[];
  const numericColumns = new Set(
    names.filter((name) => rows.every((row) => /^[\d.,%<≤–-]*$/.test(row[name]))),
  );
  const width = (name: Name) => Math.max(name.length, ...rows.map((row) => row[name].length));
  const widths = new Map(names.map((name) => [name, width(name)]));
  const line = (cell: (name: Name) => string) =>
    names
      .map((name) => {
        const wide = widths.get(name) ?? 0;
        return numericColumns.has(name) ? cell(name).padStart(wide) : cell(name).padEnd(wide);
      })
      .join('  ')
      .trimEnd();
  return [
    line((name) => name),
    line((name) => '-'.repeat(widths.get(name) ?? 0)),
    ...rows.map((row) => line((name) => row[name])),
  ].join('\n');
}
