import { useEffect } from 'react'
import { api } from '../client/api.ts'
import { makeStore } from '../store.ts'

const online = makeStore(true)
let asked = false

/** Returns whether the shop takes online payment; true until the shop has answered. */
export function useOnlinePayment(): boolean {
  useEffect(() => {
    if (asked) return
    asked = true
    api.shop.facts().then(
      (reply) => {
        if (reply.success) online.set(reply.onlinePayment)
        else asked = false
      },
      () => {
        asked = false
      },
    )
  }, [])
  return online.use()
}
