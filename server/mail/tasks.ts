import { createHash } from 'node:crypto'
import type { TaskList } from 'graphile-worker'
import { documentOfOrderPath } from '../../contract/orders/documents.ts'
import { isFinal } from '../../contract/orders/order-status.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { type Job, queueJob } from '../database/jobs.ts'
import { isErased } from '../domain/erased-email.ts'
import { trackPath } from '../domain/track-token.ts'
import { codeMail } from './code-mail.ts'
import type { Deliver } from './deliver.ts'
import { contactLine, type MailContent } from './frame.ts'
import { checkRecovery, recordedDelivery } from './health.ts'
import {
  addressMail,
  attemptMail,
  cancelledMail,
  delayMail,
  earlierMail,
  movedMail,
  type OrderMail,
  orderMail,
  payoutMail,
  type RefundMail,
  refundMail,
  slipRejectedMail,
  stepMail,
} from './order-mails.ts'
import { passwordMail } from './password-mail.ts'
import { codeMinutesLeft, isInvitationOpen, isSlipWaiting, managerEmails } from './queries.ts'
import {
  changeMailJob,
  openCodeMail,
  openStaffMail,
  reminderMailJob,
  sellerMailJob,
  slipMailJob,
} from './queue-mail.ts'
import { changeMail, sellerMail, slipMail, staffMail } from './seller-mail.ts'
import { staffAccountMail } from './staff-account-mail.ts'

export type MailDeps = {
  db: Db
  secret: string
  /** Returns the shop's settings as mails show them. */
  shop: () => ShopConfig
  publicUrl: string
  deliver: Deliver
  /** Connects to the mail server; undefined if mails go to the demo's mailbox. */
  connect?: () => Promise<unknown>
  /** The recipients of a mail for each new order; undefined: up to 20 owners and managers. */
  orderMailTo?: readonly string[]
  /** These return undefined for what was deleted since its mail was queued, as with a demo that is left. */
  loadOrder: (db: Db, orderId: string) => Promise<OrderMail | undefined>
  loadRefund: (db: Db, refundId: string) => Promise<RefundMail | undefined>
}

/** Checks every minute whether a mail server that failed works again. */
export const mailTimetable = '* * * * * check-mail'

/** The jobs that send mail. Each rejects if delivery fails, and is then repeated later. */
export function mailTasks(deps: MailDeps): TaskList {
  const { db, connect, shop } = deps
  const deliverOnce = connect ? recordedDelivery(db, deps.deliver, connect) : deps.deliver
  /**
   * Each mail ends with the shop's contact details, and answers go to the shop's own address. None goes to an account
   * that was erased while the mail waited.
   */
  const deliver: Deliver = async (mail, signal) => {
    if (isErased(mail.to)) return
    const contact = contactLine(shop())
    const text = contact ? `${mail.text}\n${contact}\n` : mail.text
    return deliverOnce({ ...mail, text, replyTo: shop().contact.email || undefined }, signal)
  }
  return {
    'check-mail': async () => {
      if (connect) await checkRecovery(db, connect)
    },
    ...accountTasks({ ...deps, deliver }),
    ...sellerTasks({ ...deps, deliver }),
    ...shopperTasks({ ...deps, deliver }),
  }
}

/** Mails to one account: codes, invitations, and changes of how one signs in. */
function accountTasks({ db, secret, shop, publicUrl, deliver }: MailDeps): TaskList {
  return {
    'send-code': async ({ sealed, codeHash }, { job, abortSignal }) => {
      const mail = openCodeMail(secret, sealed)
      // Codes are made for any address, but mailed only to those with an account. A code that expired or was replaced
      // while the mail server failed isn't mailed either: people would enter the code of the last mail.
      const minutes = await codeMinutesLeft(db, { ...mail, codeHash })
      if (minutes === undefined) return
      const content = codeMail(shop(), mail, { minutes, publicUrl })
      await deliver({ ...content, to: mail.email, id: `code-${job.id}` }, abortSignal)
    },
    'send-staff-mail': async ({ sealed, tokenHash }, { job, abortSignal }) => {
      const mail = openStaffMail(secret, sealed)
      if (await isInvitationOpen(db, tokenHash))
        await deliver({ ...staffMail(shop(), mail, publicUrl), to: mail.email, id: `staff-${job.id}` }, abortSignal)
    },
    'send-staff-account-mail': async (mail, { job, abortSignal }) => {
      await deliver(
        { ...staffAccountMail(shop(), mail, publicUrl), to: mail.to, id: `staff-account-${job.id}` },
        abortSignal,
      )
    },
    'send-password-mail': async (mail, { job, abortSignal }) => {
      await deliver({ ...passwordMail(shop(), mail, publicUrl), to: mail.to, id: `password-${job.id}` }, abortSignal)
    },
  }
}

/**
 * Returns whether a slip of an order is still open: the order isn't known to be paid. It may have been cancelled
 * meanwhile.
 */
const slipMatters = ({ status, isPaid }: OrderMail) =>
  status === 'Awaiting payment' || (status === 'Cancelled' && !isPaid)

/** Mails to owners and managers, or to the configured recipients, about orders. */
function sellerTasks({ db, shop, publicUrl, orderMailTo, loadOrder, deliver }: MailDeps): TaskList {
  /**
   * Returns the one seller who gets a mail. For several it queues a job for each and returns undefined, so that a
   * failure of one address doesn't repeat the others.
   */
  async function onlyRecipient(to: string | undefined, jobFor: (recipient: string) => Job) {
    const recipients = to ? [to] : (orderMailTo ?? (await managerEmails(db, maxRecipients)))
    if (recipients.length <= 1) return recipients[0]
    await inTransaction(db, async (tx) => {
      for (const recipient of recipients) await queueJob(tx, ...jobFor(recipient))
    })
    return undefined
  }

  return {
    'send-seller-mail': async ({ orderId, to, reminder }, { abortSignal }) => {
      const jobFor = reminder ? reminderMailJob : sellerMailJob
      const only = await onlyRecipient(to, (recipient) => jobFor(orderId, recipient))
      if (only === undefined) return
      const order = await loadOrder(db, orderId)
      if (!order || (reminder ? order.status !== 'Order Placed' : order.status === 'Cancelled')) return
      const content = sellerMail(shop(), order, `${publicUrl}/seller/orders`, { reminder })
      const id = `${reminder ? 'waiting' : 'new'}-order-${orderId}-${hashOf(only)}`
      await deliver({ ...content, to: only, id }, abortSignal)
    },
    'send-change-mail': async ({ to, ...changed }, { abortSignal }) => {
      const { orderId, change, at } = changed
      const only = await onlyRecipient(to, (recipient) => changeMailJob(changed, recipient))
      if (only === undefined) return
      const order = await loadOrder(db, orderId)
      if (!order || (change === 'moved' && isFinal(order.status))) return
      const content = changeMail(shop(), order, change, `${publicUrl}/seller/orders`)
      await deliver(
        { ...content, to: only, id: `${change}-order-${orderId}-${Date.parse(at)}-${hashOf(only)}` },
        abortSignal,
      )
    },
    'send-slip-mail': async ({ orderId, slipId, to }, { abortSignal }) => {
      const order = await loadOrder(db, orderId)
      if (!order || !slipMatters(order) || !(await isSlipWaiting(db, slipId))) return
      const only = await onlyRecipient(to, (recipient) => slipMailJob(orderId, slipId, recipient))
      if (only === undefined) return
      const content = slipMail(shop(), order, `${publicUrl}/seller/slips`)
      await deliver({ ...content, to: only, id: `slip-${slipId}-${hashOf(only)}` }, abortSignal)
    },
  }
}

/** Mails to a shopper about an order. */
function shopperTasks({ db, secret, shop, publicUrl, loadOrder, loadRefund, deliver }: MailDeps): TaskList {
  const ordersUrl = `${publicUrl}/my-orders`
  /** The documents of a payment are made by a job of their own, so the link is one that finds them. */
  const documentUrlOf = (orderId: string, { isPaid, amountCents }: OrderMail) =>
    shop().issuer && isPaid && amountCents > 0 ? `${publicUrl}${documentOfOrderPath(orderId)}` : undefined

  /** Sends the mail that `contentOf` returns about an order to its shopper; none if it returns undefined. */
  async function toShopper(
    { orderId, id, abortSignal }: { orderId: string; id: string; abortSignal: AbortSignal | undefined },
    contentOf: (order: OrderMail) => MailContent | undefined,
  ): Promise<void> {
    const order = await loadOrder(db, orderId)
    const content = order && contentOf(order)
    if (content) await deliver({ ...content, to: order.email, id }, abortSignal)
  }

  return {
    'send-order-mail': ({ orderId }, { abortSignal }) =>
      toShopper({ orderId, id: `order-${orderId}`, abortSignal }, (order) => {
        // The mail that it is cancelled may have come first.
        if (order.status === 'Cancelled') return undefined
        return orderMail(shop(), order, ordersUrl, documentUrlOf(orderId, order))
      }),
    'send-slip-rejected-mail': ({ orderId, slipId, reason, until }, { abortSignal }) =>
      toShopper({ orderId, id: `slip-rejected-${slipId}`, abortSignal }, (order) => {
        if (!slipMatters(order)) return undefined
        return slipRejectedMail(shop(), order, {
          reason,
          until: until === undefined ? undefined : new Date(until),
          payUrl: `${publicUrl}/promptpay?order=${orderId}`,
        })
      }),
    'send-step-mail': ({ orderId, status, wasCancelled, wasDelivered }, { job, abortSignal }) => {
      // A step may be undone and taken again, which is mailed again.
      const id = `${status === 'Delivered' ? 'delivered' : 'on-its-way'}-${orderId}-${job.id}`
      return toShopper({ orderId, id, abortSignal }, (order) => {
        if (order.status !== status) return undefined
        return stepMail(shop(), order, status, {
          ordersUrl,
          trackUrl: `${publicUrl}${trackPath(secret, orderId)}`,
          // An order in cash for which nothing was collected has no receipt.
          documentUrl: order.costCents > 0 ? documentUrlOf(orderId, order) : undefined,
          wasCancelled,
          wasDelivered,
        })
      })
    },
    'send-attempt-mail': ({ orderId, assignment, times, ...failed }, { abortSignal }) =>
      toShopper({ orderId, id: `try-${assignment}-${times}`, abortSignal }, (order) =>
        isFinal(order.status)
          ? undefined
          : attemptMail(shop(), order, { ...failed, at: new Date(failed.at) }, ordersUrl),
      ),
    'send-window-mail': ({ orderId, windowId, by }, { job, abortSignal }) =>
      toShopper({ orderId, id: `window-${orderId}-${windowId}-${job.id}`, abortSignal }, (order) =>
        isFinal(order.status) ? undefined : movedMail(shop(), order, ordersUrl, by),
      ),
    'send-address-mail': ({ orderId }, { job, abortSignal }) =>
      toShopper({ orderId, id: `address-${orderId}-${job.id}`, abortSignal }, (order) =>
        isFinal(order.status) ? undefined : addressMail(shop(), order, ordersUrl),
      ),
    'send-delay-mail': ({ orderId }, { abortSignal }) =>
      toShopper({ orderId, id: `delay-${orderId}`, abortSignal }, (order) => {
        if (isFinal(order.status) || order.deliverFrom || !order.delay) return undefined
        return delayMail(shop(), order, ordersUrl)
      }),
    'send-earlier-mail': ({ orderId, comesAt }, { abortSignal }) =>
      toShopper({ orderId, id: `earlier-${orderId}`, abortSignal }, (order) => {
        if (isFinal(order.status) || order.deliverFrom) return undefined
        if (order.delay && Date.parse(order.delay.expectedAt) > Date.parse(comesAt)) return undefined
        return earlierMail(shop(), order, ordersUrl)
      }),
    'send-refund-mail': async ({ refundId }, { abortSignal }) => {
      const refund = await loadRefund(db, refundId)
      // The mail about the cancelled order has the whole sum.
      if (!refund || refund.order.status === 'Cancelled') return
      const content = refundMail(shop(), refund, ordersUrl, documentUrlOf(refund.orderId, refund.order))
      await deliver({ ...content, to: refund.order.email, id: `refund-${refundId}` }, abortSignal)
    },
    'send-payout-mail': ({ orderId, at, ...payout }, { abortSignal }) =>
      toShopper({ orderId, id: `payout-${orderId}-${Date.parse(at)}`, abortSignal }, (order) =>
        payoutMail(shop(), order, payout, ordersUrl),
      ),
    'send-cancelled-mail': ({ orderId, cause }, { job, abortSignal }) =>
      toShopper({ orderId, id: `cancelled-${orderId}-${job.id}`, abortSignal }, (order) => {
        // Its rider has delivered it nevertheless, and another mail says so.
        if (order.status !== 'Cancelled') return undefined
        // A late payment was never a sale.
        const documentUrl = cause === 'late' ? undefined : documentUrlOf(orderId, order)
        return cancelledMail(shop(), order, { ordersUrl, cause, documentUrl })
      }),
  }
}

/** Returns a short hash of an address, for Message-IDs. */
const hashOf = (address: string) => createHash('sha256').update(address).digest('hex').slice(0, 12)

/** The most owners and managers who get a mail for a new order, unless the recipients are configured. */
const maxRecipients = 20
