import { useEffect } from 'react'
import { api } from '../client/api.ts'
import { makeStore } from '../store.ts'

const online = makeStore(true)
let requested = false

/** Returns whether the shop takes online payment; true until the shop has answered. */
export function useOnlinePayment(): boolean {
  useEffect(() => {
    if (requested) return
    requested = true
    api.shop.facts().then(
      (reply) => {
        if (reply.success) online.set(reply.onlinePayment)
        else requested = false
      },
      () => {
        requested = false
      },
    )
  }, [])
  return online.use()
}
