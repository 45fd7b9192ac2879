import type * as z from 'zod'
import { email as emailField, newPassword } from '../contract/entities/fields.ts'
import { fieldErrorMessage } from '../contract/messages/field-errors.ts'
import { sellers } from '../server/accounts/queries.ts'
import { createSeller, resetFactorsOf, setSellerPassword } from '../server/accounts/sellers/sellers.ts'
import { emailOf } from '../server/common/email.ts'
import { Refusal } from '../server/common/refusal.ts'
import { refusalOfIssues } from '../server/common/zod-refusal.ts'
import { refusalReply } from '../server/http/calls/failures.ts'
import { removeSeller } from '../server/staff/manage-staff.ts'
import { readConfig } from '../server/start/config.ts'
import { Aborted, askNewPassword } from './ask-password.ts'
import { requireShop, runCommand, withShop } from './shop-parts.ts'

/*
 * The owner's command for sellers' accounts, which can't be created through the web. Uses the shop's settings, and
 * works whether or not the shop is running.
 */

const usage = `Usage: npm run seller -- create EMAIL     open a seller's account
       npm run seller -- list             show every seller, with the id that the log names
       npm run seller -- password EMAIL   set a password and end the seller's sessions
       npm run seller -- remove EMAIL     remove a seller
       npm run seller -- reset-second-factor EMAIL
                                          remove the second factors of a seller who lost phone and recovery codes

A password is asked for on the terminal, or read from the input when that is no terminal.
`

const print = (line: string) => void process.stdout.write(`${line}\n`)

await runCommand(
  usage,
  {},
  async (positionals) => {
    try {
      return await run(positionals)
    } catch (error) {
      if (error instanceof Aborted) return 130
      throw error
    }
  },
  sentenceOf,
)

async function run([command = '', ...rest]: string[]): Promise<number | undefined> {
  const takesEmail = ['create', 'password', 'remove', 'reset-second-factor'].includes(command)
  if ((!takesEmail && command !== 'list') || rest.length !== (takesEmail ? 1 : 0)) return undefined
  const email = takesEmail ? emailOf(check(emailField, rest[0] ?? '')) : ''
  const config = readConfig(process.env)
  requireShop(config)
  // Asked before a database connection is opened, since typing takes a while.
  const password =
    command === 'create' || command === 'password'
      ? check(newPassword, await askNewPassword(process.stdin, process.stderr))
      : ''
  return withShop(config, async (db) => {
    const known = (await sellers(db)).some((seller) => seller.email === email)
    switch (command) {
      case 'create':
        if (known) throw new Error(`${email} is a seller already. Set another password with: password ${email}`)
        await createSeller(db, { email, password, name: email.split('@')[0] ?? email })
        print(`${email} can log in at /seller.`)
        return 0
      case 'password':
        if (!(await setSellerPassword(db, email, password))) throw new Error(`There is no seller ${email}.`)
        print(`${email} has a new password, and is signed out everywhere.`)
        return 0
      case 'remove':
        if (!(await removeSeller(db, email))) throw new Error(`There is no seller ${email}.`)
        print(`${email} is a seller no longer.`)
        return 0
      case 'reset-second-factor':
        if (!(await resetFactorsOf(db, email))) throw new Error(`There is no seller ${email}.`)
        print(`${email} logs in with the password alone, and is signed out everywhere.`)
        return 0
      default:
        for (const seller of await sellers(db))
          print(`${seller.email}  since ${seller.createdAt.toISOString().slice(0, 10)}  id ${seller.id}`)
        return 0
    }
  })
}

/** Returns the text if it is valid; throws the error that a form would show otherwise. */
function check(schema: z.ZodType<string>, text: string): string {
  const result = schema.safeParse(text)
  if (!result.success) throw refusalOfIssues(result.error.issues)
  return text
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Refusal)) return (error as Error).message || String((error as { code?: unknown }).code)
  const [field] = Object.values(error.details.fields ?? {})
  // A command has no fields to name: the error of the typed value is enough.
  if (error.code === 'invalid_form' && typeof field === 'object')
    return fieldErrorMessage(field.error, 'en', field.values)
  return refusalReply(error.code, 'en', { values: error.details.values }).message
}
