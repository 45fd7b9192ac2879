import type { OpenWindow } from '../../../contract/entities/delivery.ts'
import { formatTime } from '../../messages/format-moment.ts'
import { formatWindow } from '../../messages/format-window.ts'
import { m } from '../../messages/messages.ts'
import { asapId } from '../facts/asap-window.ts'

/** Returns a delivery time to choose: its day and hours, or until when as soon as possible is promised. */
export const openWindowText = (each: OpenWindow): string =>
  each.id === asapId ? `${m.windows_asap()}, ${m.windows_asap_by({ time: formatTime(each.to) })}` : formatWindow(each)
