import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type KeptMail = { to: string; subject: string; text: string; html: string; sentAt: string }

/** Mails read from the folder at a time. */
const shown = 200

/** The demo's mailbox: where mails end up while no mail server is configured, a file each. */
export class Mailbox {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Keeps a mail under the name of the job that sent it, so that a job done twice leaves one mail. */
  async keep(name: string, mail: KeptMail): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    const draft = join(this.#folder, `.${name}.draft`)
    await writeFile(draft, JSON.stringify(mail))
    await rename(draft, join(this.#folder, `${name}.json`))
  }

  /** The newest mails, newest first; those to one address when it is given. */
  async newest(to?: string): Promise<KeptMail[]> {
    const names = await readdir(this.#folder).catch(() => [])
    const files = names.filter((name) => /^[\w-]+\.json$/.test(name))
    const mails = await Promise.all(
      files.map(async (name) => JSON.parse(await readFile(join(this.#folder, name), 'utf8')) as KeptMail),
    )
    return mails
      .filter((mail) => to === undefined || mail.to === to.trim().toLowerCase())
      .sort((a, b) => (a.sentAt < b.sentAt ? 1 : -1))
      .slice(0, shown)
  }
}
