import * as z from 'zod'
import { address, addressInput } from '../entities/address.ts'
import { idField } from '../entities/fields.ts'
import { callPaths } from '../paths/call-paths.ts'
import { call, claimedUserId, doneReply } from './call.ts'

/** The calls of a shopper's saved addresses. */
export const addressCalls = {
  get: call(callPaths.address.get, {
    summary: "The shopper's addresses: the default first, then the last used, then the others, newest first",
    access: 'shopper',
    query: z.object(claimedUserId),
    reply: { success: z.literal(true), addresses: z.array(address) },
  }),
  add: call(callPaths.address.add, {
    summary: 'Saves an address',
    access: 'shopper',
    takesKey: true,
    body: z.object({ ...claimedUserId, address: addressInput }),
    reply: { ...doneReply, address: address },
  }),
  edit: call(callPaths.address.edit, {
    summary: 'Replaces an address; orders keep their copies. A label or note that is left out is removed',
    access: 'shopper',
    ours: true,
    body: z.object({ ...claimedUserId, id: idField, address: addressInput }),
    reply: { ...doneReply, address: address },
  }),
  delete: call(callPaths.address.delete, {
    summary: 'Deletes an address; orders keep their copies',
    access: 'shopper',
    ours: true,
    body: z.object({ ...claimedUserId, id: idField }),
    reply: doneReply,
  }),
  default: call(callPaths.address.default, {
    summary: 'Makes an address the default; with isDefault false, no longer the default',
    access: 'shopper',
    ours: true,
    body: z.object({ ...claimedUserId, id: idField, isDefault: z.boolean().optional() }),
    reply: doneReply,
  }),
}
