import { expect, test } from 'vitest'
import type { User } from '../../../contract/entities/user.ts'
import { makeTaxInvoiceDrafts } from './tax-invoice-drafts.ts'

const signedIn = (_id: string) => ({ user: { _id } as User, expired: false })
const expired = { user: null, expired: true }
const loggedOut = { user: null, expired: false }
const typed = { 'buyer.name': 'Mali Trading Co., Ltd.', 'buyer.taxId': '0105551234567' }

/** Returns drafts of the shopper `mali` with text for the order `one`. */
function draftsOfMali() {
  const drafts = makeTaxInvoiceDrafts(loggedOut)
  drafts.handleSession(signedIn('mali'))
  drafts.of('one').store(typed)
  return drafts
}

test('keeps the text of an order after the session has expired, for the same shopper', () => {
  const drafts = draftsOfMali()
  drafts.handleSession(signedIn('mali'))
  drafts.handleSession(expired)
  expect(drafts.hasOpen()).toBe(true)
  drafts.handleSession(signedIn('mali'))
  expect(drafts.of('one').find()).toEqual(typed)
  expect(drafts.of('two').find()).toBeUndefined()
})

test('keeps the text that was typed before the next check of the session', () => {
  const drafts = makeTaxInvoiceDrafts(signedIn('mali'))
  drafts.of('one').store(typed)
  drafts.handleSession(signedIn('mali'))
  expect(drafts.of('one').find()).toEqual(typed)
})

test('keeps the text of a form that the shopper closed, and forgets it once the invoice is made', () => {
  const drafts = draftsOfMali()
  drafts.of('one').close()
  drafts.of('two').close()
  expect(drafts.of('one').find()).toEqual(typed)
  expect(drafts.hasOpen()).toBe(false)
  drafts.of('one').delete()
  expect(drafts.of('one').find()).toBeUndefined()
})

test('forgets all when another shopper signs in after the session has expired', () => {
  const drafts = draftsOfMali()
  drafts.handleSession(expired)
  drafts.handleSession(signedIn('somchai'))
  drafts.handleSession(expired)
  drafts.handleSession(signedIn('mali'))
  expect(drafts.of('one').find()).toBeUndefined()
  expect(drafts.hasOpen()).toBe(false)
})

test('forgets all when the shopper logs out', () => {
  const drafts = draftsOfMali()
  drafts.handleSession(loggedOut)
  drafts.handleSession(signedIn('mali'))
  expect(drafts.of('one').find()).toBeUndefined()
})
