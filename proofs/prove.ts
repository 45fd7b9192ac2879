import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { keepTempFilesInMemory } from '../testing/memory-folder.ts'
import { codes } from './codes.ts'
import { failover } from './failover.ts'
import type { Finding, Proof, Size } from './finding.ts'
import { fuzz } from './fuzz.ts'
import { kill } from './kill.ts'
import { lockout } from './lockout.ts'
import { money } from './money.ts'
import { once } from './once.ts'
import { overload } from './overload.ts'
import { oversell } from './oversell.ts'
import { payment } from './payment.ts'
import { restore } from './restore.ts'
import { upgrade } from './upgrade.ts'
import { windows } from './windows.ts'
import { type TimedFinding, writePage } from './write-page.ts'

/*
 * npm run prove: tests the shop's guarantees under realistic failures, and reports whether each holds. --small runs a
 * small part of each proof, as every test run does; --only alone that of a shop under load, --only shared the others;
 * --json FILE writes the findings as JSON too, and --write their table into docs/proofs.md.
 */

const proofs: Record<string, Proof> = {
  kill,
  oversell,
  codes,
  windows,
  once,
  money,
  payment,
  restore,
  failover,
  upgrade,
  overload,
  fuzz,
  lockout,
}

/** The proof that measures times under load: it runs when nothing else does. */
const alone = ['overload']

const names = Object.keys(proofs).join(', ')
const usage = `npm run prove -- [name …] [--small] [--only alone|shared] [--json file] [--write]
The proofs are: ${names}.
`

/** Prints what is wrong with the arguments, with how they are used, and exits. */
function exitWith(error: string): never {
  process.stderr.write(`${error}\n${usage}`)
  process.exit(2)
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        small: { type: 'boolean', default: false },
        only: { type: 'string' },
        json: { type: 'string' },
        write: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    return exitWith((error as Error).message)
  }
}

const { values, positionals } = parsed()
if (values.help) {
  process.stdout.write(usage)
  process.exit()
}
if (values.only !== undefined && values.only !== 'alone' && values.only !== 'shared')
  exitWith('--only is alone or shared.')
const size: Size = values.small ? 'small' : 'whole'
// Processes are killed, not the machine, so files in memory outlive that as files on a disk do.
if (values.small) keepTempFilesInMemory()
const unknownNames = positionals.filter((name) => !Object.hasOwn(proofs, name))
if (unknownNames.length > 0) exitWith(`There is no proof ${unknownNames.join(', ')}.`)

const print = (line: string) => void process.stdout.write(`${line}\n`)
const isChosen = (name: string) =>
  (positionals.length === 0 || positionals.includes(name)) &&
  (values.only === undefined || alone.includes(name) === (values.only === 'alone'))
const chosenProofs = Object.entries(proofs).filter(([name]) => isChosen(name))
const findings: TimedFinding[] = []
const measuredProofs = chosenProofs.filter(([name]) => alone.includes(name))
const otherProofs = chosenProofs.filter(([name]) => !alone.includes(name))
// Most small proofs wait for processes to start and stop: two at a time.
await Promise.all(Array.from({ length: values.small ? 2 : 1 }, () => runAll(otherProofs)))
await runAll(measuredProofs)
const failed = findings.filter(({ failures }) => failures.length > 0).length
findings.sort(
  (a, b) => chosenProofs.findIndex(([name]) => name === a.name) - chosenProofs.findIndex(([name]) => name === b.name),
)
if (values.write) await writePage(findings)
if (values.json) await writeFile(values.json, JSON.stringify(findings, null, 2))
print(`${chosenProofs.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/** Takes proofs from a list until it is empty, runs them and prints their findings. */
async function runAll(list: [string, Proof][]): Promise<void> {
  for (let next = list.shift(); next; next = list.shift()) {
    const [name, proof] = next
    const started = performance.now()
    const finding = await found(proof)
    const seconds = Math.round((performance.now() - started) / 1000)
    findings.push({ name, seconds, ...finding })
    print(`${finding.failures.length === 0 ? '✓ passed' : '✗ FAILED'}  ${name}: ${finding.guarantee} (${seconds} s)`)
    print(`    did:    ${finding.did}`)
    print(`    figure: ${finding.figure}`)
    for (const failure of finding.failures) print(`    failure: ${failure}`)
  }
}

async function found(proof: Proof): Promise<Finding> {
  try {
    return await proof(size)
  } catch (error) {
    const failures = [(error as Error).stack ?? String(error)]
    return { guarantee: 'threw an error', did: 'started', figure: 'none', failures }
  }
}
