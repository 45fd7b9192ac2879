import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { ReadStream } from 'node:tty'

/** Thrown if the user aborts with Ctrl-C or Ctrl-D. */
export class Aborted extends Error {}

type Input = NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>

/**
 * Reads a new password: on a terminal asks twice without showing it; otherwise reads the first line of the input. It is
 * never an argument, which every user of the machine could read in the process list. Throws `Aborted`, and an `Error`
 * if the two differ.
 */
export async function askNewPassword(input: Input, output: Pick<Writable, 'write'>): Promise<string> {
  if (!input.isTTY) return (await textOf(input)).split(/\r?\n/)[0] ?? ''
  // Node's line editor handles backspace and other keys; its output is discarded.
  const nowhere = new Writable({ write: (_shown, _encoding, done) => done() })
  const editor = createInterface({ input, output: nowhere, terminal: true, historySize: 0 })
  // One editor reads both lines: if both are pasted at once, a second editor would miss the second line.
  const lines = editor[Symbol.asyncIterator]()
  const ask = async (question: string) => {
    output.write(question)
    const { value, done } = await lines.next()
    output.write('\n')
    if (done) throw new Aborted()
    return value
  }
  try {
    const password = await ask('Password: ')
    if ((await ask('Again:    ')) !== password) throw new Error('The two passwords differ.')
    return password
  } finally {
    editor.close()
  }
}

async function textOf(input: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of input) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}
