import { useEffect } from 'react'
import type { Slip } from '../../../contract/entities/payment.ts'
import { callPaths } from '../../../contract/paths/call-paths.ts'
import { apiOnce } from '../../client/api.ts'
import { whenReconnected } from '../../client/connection.ts'
import { sendForm } from '../../client/send-form.ts'
import { openLogin, refreshSession } from '../../client/session.ts'
import { makeWait } from '../../client/wait.ts'
import { m } from '../../messages/messages.ts'
import { promptPayPath } from '../../orders/facts/promptpay-path.ts'
import { makeSlipSending, type SlipSender } from './slip-sending.ts'

/** The senders of this page by order: a chosen picture survives navigation. */
const senders = new Map<string, SlipSender>()
/** Called when the shop has a slip, by order: by the screen that shows it. */
const listeners = new Map<string, () => void>()

/** Returns the sender of an order's slip. `onSent` is called when the shop has one. */
export function useSlipSender(orderId: string, onSent: () => void): SlipSender {
  useEffect(() => {
    listeners.set(orderId, onSent)
    return () => void listeners.delete(orderId)
  }, [orderId, onSent])
  const known = senders.get(orderId)
  if (known) return known
  const made = makeSender(orderId)
  senders.set(orderId, made)
  return made
}

function makeSender(orderId: string): SlipSender {
  const { wait, wake } = makeWait()
  whenReconnected(wake)
  return makeSlipSending({
    async send(picture, { unread, onProgress }) {
      const body = new FormData()
      body.append('orderId', orderId)
      if (unread) body.append('unread', 'true')
      body.append('image', picture)
      const reply = await sendForm<{ success: true; slip: Slip }>(callPaths.payment.slip, body, { onProgress })
      // With the slip, the order's goods have left the account's cart.
      if (reply.success) void refreshSession({ fresh: true })
      return reply
    },
    async poll() {
      const reply = await apiOnce.payment.promptPay({ order: orderId })
      if (reply.success) return reply.status === 'Awaiting payment' ? reply.slip : 'closed'
      if (reply.code === 'order_unknown') return 'closed'
      throw new Error(reply.message)
    },
    onSent: () => listeners.get(orderId)?.(),
    onSignedOut: (message) => openLogin(promptPayPath(orderId), [message, m.promptpay_logged_out()]),
    uptime: () => performance.now(),
    wait,
  })
}
