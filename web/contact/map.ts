import type { ShopConfig } from '../../contract/shop.ts'

type Place = ShopConfig['contact']['map']

/**
 * The address of an embedded map around the shop, with a marker on it (OpenStreetMap's export page). Takes WGS 84
 * degrees and a zoom as web maps count it: at zoom z the world is 256 × 2^z pixels wide.
 */
export function mapUrl({ latitude, longitude, zoom }: Place): string {
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

/** A small picture of the map's server: whether it can be reached. */
export const mapProbeUrl = 'https://www.openstreetmap.org/favicon.ico'

/** Opens the way to the shop in Google Maps, on a phone in its app (https://developers.google.com/maps/documentation/urls). */
export function directionsUrl({ latitude, longitude }: Place): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: `${latitude},${longitude}` })}`
}
