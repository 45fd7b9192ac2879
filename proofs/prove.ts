import { parseArgs } from 'node:util'
import { failover } from './failover.ts'
import type { Finding, Proof, Size } from './finding.ts'
import { fuzz } from './fuzz.ts'
import { kill } from './kill.ts'
import { money } from './money.ts'
import { once } from './once.ts'
import { overload } from './overload.ts'
import { oversell } from './oversell.ts'
import { payment } from './payment.ts'
import { upgrade } from './upgrade.ts'

/*
 * npm run prove: does to the shop what may happen to it, and says of each promise whether it held. With --small a small
 * part of each proof, as every test run does.
 */

const proofs: Record<string, Proof> = {
  kill,
  oversell,
  once,
  money,
  payment,
  failover,
  upgrade,
  overload,
  fuzz,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { small: { type: 'boolean', default: false }, json: { type: 'string' } },
})
const size: Size = values.small ? 'small' : 'whole'
const unknown = positionals.filter((name) => !Object.hasOwn(proofs, name))
if (unknown.length > 0) {
  process.stderr.write(`There is no proof ${unknown.join(', ')}. There are: ${Object.keys(proofs).join(', ')}.\n`)
  process.exit(2)
}

const say = (line: string) => void process.stdout.write(`${line}\n`)
const chosen = Object.entries(proofs).filter(([name]) => positionals.length === 0 || positionals.includes(name))
let failed = 0
for (const [name, proof] of chosen) {
  const started = performance.now()
  const finding = await found(proof)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  if (finding.faults.length > 0) failed += 1
  say(
    `${finding.faults.length === 0 ? '✓ holds     ' : '✗ DOES NOT HOLD'} ${name.padEnd(9)} ${finding.claim} (${seconds} s)`,
  )
  say(`             did:    ${finding.did}`)
  say(`             figure: ${finding.figure}`)
  for (const fault of finding.faults) say(`             against it: ${fault}`)
}
say(`${chosen.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

async function found(proof: Proof): Promise<Finding> {
  try {
    return await proof(size)
  } catch (error) {
    return {
      claim: 'could not be tried',
      did: 'began',
      figure: 'none',
      faults: [(error as Error).stack ?? String(error)],
    }
  }
}
