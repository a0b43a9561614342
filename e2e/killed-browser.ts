import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { browserArguments } from '../tools/browser.ts'

/** A Chromium with a profile that outlives it, to be killed with `kill -9` (reads `/proc`: Linux). */
export class KilledBrowser {
  readonly #profile: string
  #context: BrowserContext | null = null

  private constructor(profile: string) {
    this.#profile = profile
  }

  static async make(): Promise<KilledBrowser> {
    return new KilledBrowser(await mkdtemp(join(tmpdir(), 'heliodesk-profile-')))
  }

  async open(): Promise<Page> {
    this.#context = await chromium.launchPersistentContext(this.#profile, {
      executablePath: process.env.HELIODESK_BROWSER,
      args: browserArguments,
    })
    return this.#context.pages()[0] ?? this.#context.newPage()
  }

  async kill(): Promise<void> {
    for (let left = this.#processes(); left.length > 0; left = this.#processes()) {
      for (const pid of left) killIfThere(pid)
      await delay(20)
    }
    // It may know already.
    await this.#context?.close().catch(() => {})
    this.#context = null
  }

  /** Those that were started with this profile; their children end with them. */
  #processes(): number[] {
    return readdirSync('/proc').flatMap((name) => {
      if (!/^\d+$/.test(name)) return []
      try {
        const isOurs = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(
          `--user-data-dir=${this.#profile}`,
        )
        return isOurs ? [Number(name)] : []
      } catch {
        // It ended meanwhile.
        return []
      }
    })
  }

  /**
   * Leaves in a database of the browser what a kill between the head of a record and its content leaves: the next start
   * writes behind it, and the one after that cannot read on.
   */
  tear(database: 'IndexedDB' | 'File System'): number {
    const folder = join(this.#profile, 'Default', database)
    const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /[\\/]\d+\.log$/.test(name),
    )
    for (const log of logs) {
      const file = openSync(join(folder, log), 'a')
      // Checksum, a length of 300, and that all of the record is here.
      writeSync(file, Buffer.from([1, 2, 3, 4, 44, 1, 1]))
      closeSync(file)
    }
    return logs.length
  }

  async remove(): Promise<void> {
    await this.kill()
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended meanwhile.
  }
}
