/** Saves a text as a file on the visitor's device. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Later, because browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
