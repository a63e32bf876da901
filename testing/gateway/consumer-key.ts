/** Returns a consumer key of valid length that repeats the digits. */
export function consumerKey(digits: string): string {
  return `ck_${digits.repeat(40).slice(0, 40)}`;
}
