import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { emailOf } from '../common/email.ts'

export type KeptMail = { to: string; subject: string; text: string; html: string; sentAt: string }

/** Mails shown at a time. */
const shown = 200

/** Files read at a time. */
const atOnce = 16

/** Codes are in the mails: other users of the machine have no business here. */
const onlyOwner = { mode: 0o600 }

const makeFolder = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 })

/** Opens the mailbox in a folder, which is made, or closed to other users of the machine where it wasn't. */
export async function openMailbox(folder: string): Promise<Mailbox> {
  await makeFolder(folder)
  await chmod(folder, 0o700)
  return new Mailbox(folder)
}

/** The demo's mailbox: where mails end up while no mail server is configured, a file each. */
export class Mailbox {
  readonly #folder: string
  /** Recipient and time of the mails seen so far, by file: a load test leaves thousands, and they never change. */
  readonly #seen = new Map<string, Pick<KeptMail, 'to' | 'sentAt'>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Keeps a mail under the name of the job that sent it, so that a job done twice leaves one mail. */
  async keep(name: string, mail: KeptMail): Promise<void> {
    const draft = join(this.#folder, `.${name}.draft`)
    const text = JSON.stringify(mail)
    await writeFile(draft, text, onlyOwner).catch(async () => {
      await makeFolder(this.#folder)
      await writeFile(draft, text, onlyOwner)
    })
    await rename(draft, join(this.#folder, `${name}.json`))
    this.#seen.set(`${name}.json`, { to: mail.to, sentAt: mail.sentAt })
  }

  /** The newest mails, newest first; those to one address when it is given. */
  async newest(to?: string): Promise<KeptMail[]> {
    const names = await readdir(this.#folder).catch(() => [])
    const files = new Set(names.filter((name) => /^[\w-]+\.json$/.test(name)))
    // Another process of the shop may have written to the folder, and its owner may have tidied it.
    for (const name of this.#seen.keys()) if (!files.has(name)) this.#seen.delete(name)
    const unseen = [...files].filter((name) => !this.#seen.has(name))
    for (let start = 0; start < unseen.length; start += atOnce)
      await Promise.all(unseen.slice(start, start + atOnce).map((name) => this.#read(name)))
    const recipient = to && emailOf(to)
    const newest = [...this.#seen]
      .filter(([, mail]) => recipient === undefined || mail.to === recipient)
      .sort(([, a], [, b]) => (a.sentAt < b.sentAt ? 1 : -1))
      .slice(0, shown)
    return Promise.all(newest.map(([name]) => this.#read(name)))
  }

  async #read(name: string): Promise<KeptMail> {
    const mail = JSON.parse(await readFile(join(this.#folder, name), 'utf8')) as KeptMail
    this.#seen.set(name, { to: mail.to, sentAt: mail.sentAt })
    return mail
  }
}
