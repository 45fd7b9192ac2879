import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { m } from '../../messages/messages.ts'

/*
 * Passkeys by the browser. The library is loaded when one is made or used.
 */

const load = () => import('@simplewebauthn/browser')

export type PasskeyFailure = { success: false; status: number; code: string; message: string }
/** The device's response to the shop's options, or why there is none: browsers' own errors are in English. */
type PasskeyResponse<R> = { success: true; response: R } | PasskeyFailure

/** Asks the device to make a passkey. */
export async function makePasskey(options: Record<string, unknown>): Promise<
  PasskeyResponse<{
    id: string
    clientDataJSON: string
    attestationObject: string
    transports: string[]
  }>
> {
  try {
    const { startRegistration } = await load()
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
    const { id, response } = await startRegistration({ optionsJSON })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { success: true, response: { id, clientDataJSON, attestationObject, transports } }
  } catch (error) {
    const isKnown = (error as Error).name === 'InvalidStateError'
    return failed(isKnown ? m.staff_passkey_known() : m.staff_passkey_failed())
  }
}

/** Asks the device to prove a passkey. */
export async function provePasskey(options: Record<string, unknown>): Promise<
  PasskeyResponse<{
    id: string
    clientDataJSON: string
    authenticatorData: string
    signature: string
  }>
> {
  try {
    const { startAuthentication } = await load()
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
    const { id, response } = await startAuthentication({ optionsJSON })
    const { clientDataJSON, authenticatorData, signature } = response
    return { success: true, response: { id, clientDataJSON, authenticatorData, signature } }
  } catch {
    return failed(m.staff_passkey_failed())
  }
}

const failed = (message: string): PasskeyFailure => ({ success: false, status: 0, code: '', message })
