import type { ShopConfig } from '../../contract/settings/shop.ts'

type MapPosition = ShopConfig['contact']['map']

/**
 * Returns the URL of an embedded map around the shop, with a marker (OpenStreetMap's export page). Takes WGS 84 degrees
 * and the zoom of web maps: at zoom z the world is 256 × 2^z pixels wide.
 */
export function mapUrl({ latitude, longitude, zoom }: MapPosition): string {
  const acrossDegrees = (600 * 360) / (256 * 2 ** zoom)
  const downDegrees = (acrossDegrees * 400 * Math.cos((latitude * Math.PI) / 180)) / 600
  const box = [
    longitude - acrossDegrees / 2,
    latitude - downDegrees / 2,
    longitude + acrossDegrees / 2,
    latitude + downDegrees / 2,
  ]
  const query = new URLSearchParams({
    bbox: box.map((degrees) => degrees.toFixed(6)).join(','),
    layer: 'mapnik',
    marker: `${latitude},${longitude}`,
  })
  return `https://www.openstreetmap.org/export/embed.html?${query}`
}

/** A small picture on the map's server, loaded to check whether it can be reached. */
export const mapProbeUrl = 'https://www.openstreetmap.org/favicon.ico'

/**
 * Returns the URL of directions to the shop in Google Maps, on a phone in its app.
 * @see https://developers.google.com/maps/documentation/urls
 */
export function directionsUrl({ latitude, longitude }: MapPosition): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: `${latitude},${longitude}` })}`
}
