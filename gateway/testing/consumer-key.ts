/** The name of a key pair, as long as they are: the digits over and over. */
export function consumerKey(digits: string): string {
  return `ck_${digits.repeat(40).slice(0, 40)}`;
}
