import { useEffect } from 'react'
import { api } from '../client/api.ts'
import { makeStore } from '../store.ts'

const online = makeStore(true)
let asked = false

/** Whether the shop takes payments online. Assumed until the shop has said otherwise. */
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
