import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { emailOf } from '../common/email.ts'
import { newId } from '../common/ids.ts'

export type StoredMail = { to: string; subject: string; text: string; html: string; sentAt: string }

/** The most mails that are returned. */
const maxMails = 200

/** How many files are read concurrently. */
const concurrentReads = 16

/** Mails contain codes, so other users of the machine must not read them. */
const onlyOwner = { mode: 0o600 }

const makeFolder = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 })

/** Opens the mailbox in a folder, which is created if missing; only its owner can read it. */
export async function openMailbox(folder: string): Promise<Mailbox> {
  await makeFolder(folder)
  await chmod(folder, 0o700)
  return new Mailbox(folder)
}

/** The demo's mailbox: stores mails as files while no mail server is configured. */
export class Mailbox {
  readonly #folder: string
  /** Recipient and time of the mails read so far, by file name: a load test leaves thousands, and they never change. */
  readonly #seen = new Map<string, Pick<StoredMail, 'to' | 'sentAt'>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Stores a mail under the name of its job, so that a repeated job leaves one mail. */
  async store(name: string, mail: StoredMail): Promise<void> {
    // A job that runs twice at once must not rename the other's draft.
    const draft = join(this.#folder, `.${name}-${newId()}.draft`)
    const text = JSON.stringify(mail)
    await writeFile(draft, text, onlyOwner).catch(async () => {
      await makeFolder(this.#folder)
      await writeFile(draft, text, onlyOwner)
    })
    await rename(draft, join(this.#folder, `${name}.json`))
    this.#seen.set(`${name}.json`, { to: mail.to, sentAt: mail.sentAt })
  }

  /** Returns the newest mails, newest first, optionally those to one address only. */
  async newest(to?: string): Promise<StoredMail[]> {
    const names = await readdir(this.#folder).catch(() => [])
    const files = new Set(names.filter((name) => /^[\w-]+\.json$/.test(name)))
    // Other processes may have added or deleted files.
    for (const name of this.#seen.keys()) if (!files.has(name)) this.#seen.delete(name)
    const unseen = [...files].filter((name) => !this.#seen.has(name))
    for (let start = 0; start < unseen.length; start += concurrentReads)
      await Promise.all(unseen.slice(start, start + concurrentReads).map((name) => this.#read(name)))
    const recipient = to && emailOf(to)
    const newest = [...this.#seen]
      .filter(([, mail]) => recipient === undefined || mail.to === recipient)
      .sort(([, a], [, b]) => (a.sentAt < b.sentAt ? 1 : -1))
      .slice(0, maxMails)
    return Promise.all(newest.map(([name]) => this.#read(name)))
  }

  async #read(name: string): Promise<StoredMail> {
    const mail = JSON.parse(await readFile(join(this.#folder, name), 'utf8')) as StoredMail
    this.#seen.set(name, { to: mail.to, sentAt: mail.sentAt })
    return mail
  }
}
