import type { FastifyRequest } from 'fastify'
import { calls } from '../../contract/calls.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { requireSeller } from '../http/calls/sessions.ts'
import { addPasskey, beginPasskey, type PasskeyDeps, removePasskey } from './passkeys/change-passkeys.ts'
import { passkeysOf } from './passkeys/passkey-queries.ts'
import {
  beginApp,
  confirmPassword,
  type FactorDeps,
  finishApp,
  removeApp,
  replaceRecoveryCodes,
  type SignedInSeller,
} from './second-factor/change-second-factor.ts'
import { needsSecondFactor, secondFactorsOf } from './second-factor/factor-queries.ts'

/** The calls by which one of the staff sets up and changes their own second factor. */
export function secondFactorRoutes(app: App, deps: FactorDeps & PasskeyDeps): void {
  const { db } = deps
  const callerOf = (request: FastifyRequest): SignedInSeller => ({
    seller: requireSeller(request),
    session: app.sessions.tokenHashOf(request, 'seller'),
  })

  addCall(app, calls.staff.factors, async (request) => {
    const { id } = requireSeller(request)
    const { factors, recoveryCodesLeft } = await secondFactorsOf(db, id)
    const passkeys = await passkeysOf(db, id)
    return {
      app: factors.includes('app'),
      passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
        id,
        name,
        addedAt: createdAt.toISOString(),
        usedAt: usedAt?.toISOString() ?? null,
      })),
      passkeyDomain: deps.site?.domain ?? null,
      recoveryCodesLeft,
      required: await needsSecondFactor(db, id),
    }
  })

  addCall(
    app,
    calls.staff.confirmPassword,
    async (request) => {
      await confirmPassword(db, callerOf(request), request.body.password)
      return { message: successMessage(request, 'password_right') }
    },
    { hashes: true },
  )

  addCall(app, calls.staff.beginApp, (request) => beginApp(deps, callerOf(request)))

  addCall(
    app,
    calls.staff.finishApp,
    async (request) => {
      const caller = callerOf(request)
      const recoveryCodes = await finishApp(deps, caller, request.body.otp)
      request.log.info({ seller: caller.seller.id }, 'set up an authenticator app')
      return { message: successMessage(request, 'app_added'), recoveryCodes }
    },
    { hashes: true },
  )

  addCall(app, calls.staff.removeApp, async (request) => {
    const caller = callerOf(request)
    await removeApp(db, caller)
    request.log.warn({ seller: caller.seller.id }, 'removed an authenticator app')
    return { message: successMessage(request, 'app_removed') }
  })

  addCall(app, calls.staff.beginPasskey, async (request) => ({
    options: { ...(await beginPasskey(deps, callerOf(request))) },
  }))

  addCall(
    app,
    calls.staff.addPasskey,
    async (request) => {
      const caller = callerOf(request)
      const { name, ...response } = request.body
      const recoveryCodes = await addPasskey(deps, caller, name, response)
      request.log.info({ seller: caller.seller.id }, 'added a passkey')
      return { message: successMessage(request, 'passkey_added'), recoveryCodes }
    },
    { hashes: true },
  )

  addCall(app, calls.staff.removePasskey, async (request) => {
    const caller = callerOf(request)
    await removePasskey(db, caller, request.body.id)
    request.log.warn({ seller: caller.seller.id }, 'removed a passkey')
    return { message: successMessage(request, 'passkey_removed') }
  })

  addCall(
    app,
    calls.staff.recoveryCodes,
    async (request) => {
      const recoveryCodes = await replaceRecoveryCodes(db, callerOf(request))
      return { message: successMessage(request, 'recovery_codes_replaced'), recoveryCodes }
    },
    { hashes: true },
  )
}
