import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { repository } from '../processes.ts'
import { applied, type Mutant } from './sample.ts'

const notCopied = new Set(['node_modules', '.git', 'dist', 'data', 'test-results', '.cache'])

const isCopied = (path: string) => !notCopied.has(basename(path))

/** A copy of the project in which single lines are changed; the project itself is never touched. */
export class Copy {
  readonly root: string

  constructor(from = repository) {
    // Inside the project, where its packages are found, but not below node_modules, where Vite transforms nothing.
    this.root = join(from, 'data/mutants')
    this.remove()
    mkdirSync(this.root, { recursive: true })
    for (const name of readdirSync(from))
      if (!notCopied.has(name))
        cpSync(join(from, name), join(this.root, name), { recursive: true, filter: isCopied })
    // The links of the project's own packages are relative, so that in the copy they lead into the copy.
    const own = 'node_modules/@heliodesk'
    cpSync(join(from, own), join(this.root, own), { recursive: true, verbatimSymlinks: true })
  }

  /** Puts the change in and runs `use`; the file is as before afterwards. */
  async with<T>(mutant: Mutant, use: () => Promise<T>): Promise<T> {
    const path = join(this.root, mutant.path)
    const before = readFileSync(path, 'utf8')
    writeFileSync(path, applied(before, mutant))
    try {
      return await use()
    } finally {
      writeFileSync(path, before)
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}
