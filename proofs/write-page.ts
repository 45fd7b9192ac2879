import { describeMachine } from '../testing/machine.ts'
import { writeMarked } from '../testing/marked-page.ts'
import type { Finding } from './finding.ts'

/** A proof's finding, its name and how long it took in whole seconds. */
export type TimedFinding = Finding & { name: string; seconds: number }

/** Writes the findings of a run of proofs into docs/proofs.md. */
export async function writePage(findings: readonly TimedFinding[]): Promise<void> {
  const held = findings.filter(({ failures }) => failures.length === 0).length
  const total = findings.length
  const minutes = findings.reduce((sum, { seconds }) => sum + seconds, 0) / 60
  const head = `${new Date().toISOString().slice(0, 10)}, ${describeMachine()}: ${held} of ${total} guarantees held, in ${minutes.toFixed(1)} minutes.`
  const rows = findings.map(
    ({ name, did, figure, failures, seconds }) =>
      `| ${name} | ${did} | ${[figure, ...failures.map((failure) => `**${failure}**`)].join('; ')} | ${seconds} s |`,
  )
  const table = ['| Proof | What was done | Figure | Time |', '|---|---|---|---|', ...rows].join('\n')
  await writeMarked('proofs.md', 'npm run prove -- --write', `${head}\n\n${table}`)
}
