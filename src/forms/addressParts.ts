/** The lines of an address, for the form to open an account and for the profile. */
const more = { optional: true, width: 'medium' } as const;

export const ADDRESS_PARTS = [
  { name: 'line1', label: 'account.address.line1', autoComplete: 'address-line1', eastern: 3 },
  { name: 'line2', label: 'account.address.line2', autoComplete: 'address-line2', optional: true, eastern: 4 },
  { name: 'city', label: 'account.address.city', autoComplete: 'address-level2', eastern: 2, ...more },
  { name: 'region', label: 'account.address.region', autoComplete: 'address-level1', eastern: 1, ...more },
  {
    name: 'postcode',
    label: 'account.address.postcode',
    autoComplete: 'postal-code',
    optional: true,
    width: 'short',
    eastern: 0,
  },
] as const;
