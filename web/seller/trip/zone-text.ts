import type { ReadyOrder } from '../../../contract/calls/rider.ts'
import { localName } from '../../messages/local-name.ts'

/** Returns the name of an order's zone; undefined in a shop without zones. */
export const zoneText = ({ zone }: Pick<ReadyOrder, 'zone'>): string | undefined => zone && localName(zone)
