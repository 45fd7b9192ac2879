import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { ReadStream } from 'node:tty'

/** Somebody at the terminal gave up: Ctrl-C, or Ctrl-D. */
export class GivenUp extends Error {}

type Input = NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>

/**
 * A new password: asked for twice on a terminal, which doesn't show it; the first line of the input when that is no
 * terminal. Never an argument, which every user of the machine could read in the list of processes. Throws GivenUp, and
 * an Error with a sentence for people when the two differ.
 */
export async function askNewPassword(input: Input, output: Pick<Writable, 'write'>): Promise<string> {
  if (!input.isTTY) return (await wholeText(input)).split(/\r?\n/)[0] ?? ''
  // The line editor of Node works on the terminal, backspace and all, and what it would show goes nowhere.
  const nowhere = new Writable({ write: (_shown, _encoding, done) => done() })
  const editor = createInterface({ input, output: nowhere, terminal: true, historySize: 0 })
  // Both lines come from one editor: of two pasted at once a second editor would miss the second.
  const lines = editor[Symbol.asyncIterator]()
  const ask = async (question: string) => {
    output.write(question)
    const { value, done } = await lines.next()
    output.write('\n')
    if (done) throw new GivenUp()
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

async function wholeText(input: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of input) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}
