/** The fields of an address that an order keeps a copy of, and by which two addresses are the same. */
export const orderAddressFields = [
  'firstName',
  'lastName',
  'street',
  'city',
  'state',
  'zipcode',
  'country',
  'phone',
  'note',
] as const
