/** An address in Bang Rak as the shop sends it, which a call that saves an address takes as well. */
export const maliAddress = {
  firstName: 'Mali',
  lastName: 'Rak',
  street: '12 Charoen Krung Road',
  city: 'Bang Rak',
  state: 'Bangkok',
  zipcode: 10500,
  country: 'Thailand',
  phone: '+66 81 234 5678',
}
