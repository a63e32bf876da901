/** Returns a text without trailing slashes. */
export function withoutEndingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}
