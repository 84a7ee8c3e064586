/** How many calls that sign in one address may make in an hour: a school behind one address needs more than a home. */
export function readSignInsPerHour(text: string): number | { problem: string } {
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return count >= 10 ? count : { problem: 'a whole number from 10 to 9999999 is allowed' };
}
