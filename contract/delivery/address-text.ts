type Locality = { city: string; state: string; zipcode: number | string }

/** Returns district, province and postcode of an address: `Bang Rak, Bangkok 10500`. */
export const localityOf = ({ city, state, zipcode }: Locality): string => `${city}, ${state} ${zipcode}`

/** Returns an address in one line, without its country: `88 Charoen Krung Rd, Bang Rak, Bangkok 10500`. */
export const streetAndLocality = (address: Locality & { street: string }): string =>
  `${address.street}, ${localityOf(address)}`
