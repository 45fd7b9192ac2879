/** The path of the photos of deliveries, for the staff and the order's shopper. */
export const deliveryPhotoPath = '/api/rider/delivery-photo'

/** Returns the URL of the photo of an order's delivery. */
export const deliveryPhotoUrl = (order: string) => `${deliveryPhotoPath}?order=${order}`
