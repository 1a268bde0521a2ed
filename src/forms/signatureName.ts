/** Whether a disclosure is signed with the name that the applicant has given: the one rule for browser and server. */

/** Without case, width, spaces and what stands between the parts of a name. */
const foldedName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Default_Ignorable_Code_Point}\u30fb\u00b7,]+/gu, ' ')
    .trim();
const joined = (...parts: string[]) => parts.join('').replaceAll(' ', '');
const sorted = (...parts: string[]) => parts.join(' ').split(' ').sort().join(' ');

/** Spaces, the order of the parts, case and width aside: 'SATO hana' and '佐藤花' are signatures of Hana Sato, 佐藤 花. */
export function isSignatureOf(signature: string, signer: { givenName: string; familyName: string }): boolean {
  const [name, given, family] = [signature, signer.givenName, signer.familyName].map(foldedName) as [
    string,
    string,
    string,
  ];
  return (
    [joined(given, family), joined(family, given)].includes(joined(name)) ||
    sorted(name) === sorted(given, family).trim()
  );
}
