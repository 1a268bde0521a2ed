/** A list of flat rows, each in a line, so that branches that add rows seldom meet in one. */
export function jsonRows(rows: readonly object[]): string {
  if (rows.length === 0) return '[]\n';
  const lines = rows.map((row) => {
    const fields = Object.entries(row).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
    return `  { ${fields.join(', ')} }`;
  });
  return `[\n${lines.join(',\n')}\n]\n`;
}
