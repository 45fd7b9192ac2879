import type * as z from 'zod'
import type { RefusalReply } from '../contract/calls/call.ts'
import type { Calls } from '../contract/calls.ts'

type AnyCall = { [G in keyof Calls]: Calls[G][keyof Calls[G]] }[keyof Calls]
type Successes = { [C in AnyCall as `${C['method']} ${C['url']}`]: z.output<C['success']> }

/** A value without null and undefined: a test reads what it expects to be there, and fails if it isn't. */
type Present<T> = T extends readonly (infer E)[]
  ? PresentList<Present<E>>
  : T extends object
    ? { [K in keyof T]-?: Present<NonNullable<T[K]>> }
    : T
type PresentList<E> = { find(is: (each: E) => unknown): E; at(index: number): E } & [E, E, E, ...E[]]

type RefusalFields = Present<Omit<RefusalReply, 'success'>>
type CallReply<S> = S extends unknown ? { success: boolean } & Present<Omit<S, 'success'>> & RefusalFields : never

/** The reply of a path that is no call, or that only the running test knows. */
// biome-ignore lint/suspicious/noExplicitAny: it has no schema
type RawReply = any

type PathOf<U extends string> = U extends `${infer P}?${string}` ? P : U
type KeyOf<M extends string, U extends string> = `${M} ${PathOf<U>}`

/**
 * A reply of the test shop. Its JSON has the fields of the result and those of a refusal of the call with that method
 * and path.
 */
export type ShopReply<M extends string, U extends string> = {
  status: number
  json: KeyOf<M, U> extends keyof Successes ? CallReply<Successes[KeyOf<M, U>]> : RawReply
  headers: Record<string, unknown>
}
