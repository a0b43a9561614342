import { spawn } from 'node:child_process'
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

interface Finished {
  exitCode: number
  stdout: string
  stderr: string
}

/** What the finders need to know of the computer; tests replace it with a fake. */
export interface Machine {
  platform: NodeJS.Platform
  env: Record<string, string | undefined>
  isRoot: boolean
  /** Identifies an executable program (changes when the file does), or undefined. */
  stampOf(path: string): string | undefined
  /** The text of a file, or undefined. */
  read(path: string): string | undefined
  /** Runs a program to completion; a missing program or a time-out gives a non-zero exit code. */
  run(command: string, args: string[], options?: RunOptions): Promise<Finished>
  /** Lets a browser render a page; returns the error, or undefined if the page was rendered correctly. */
  tryBrowser(executablePath: string, args: string[]): Promise<string | undefined>
  /** Where Playwright stores the Chromium it downloads, whether or not it has done so. */
  playwrightDownload(): Promise<string>
  /** The Chromium in the npm package @sparticuz/chromium, unpacked, if that is installed. */
  npmShippedBrowser(): Promise<string | undefined>
}

interface RunOptions {
  timeoutMilliseconds?: number
  env?: Record<string, string>
}

export const thisMachine: Machine = {
  platform: process.platform,
  env: process.env,
  isRoot: process.getuid?.() === 0,
  stampOf(path) {
    try {
      accessSync(path, constants.X_OK)
      const { size, mtimeMs } = statSync(path)
      return `${size}-${Math.floor(mtimeMs)}`
    } catch {
      return undefined
    }
  },
  read(path) {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return undefined
    }
  },
  run(command, args, { timeoutMilliseconds = 60_000, env = {} } = {}) {
    return new Promise((resolve) => {
      let stdout = ''
      let stderr = ''
      const child = spawn(command, args, {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...env },
        timeout: timeoutMilliseconds,
        killSignal: 'SIGKILL',
      })
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
      child.on('error', (error) => resolve({ exitCode: 127, stdout, stderr: error.message }))
      child.on('close', (code) => resolve({ exitCode: code ?? 124, stdout, stderr }))
    })
  },
  async tryBrowser(executablePath, args) {
    const { chromium } = await import('@playwright/test')
    try {
      const browser = await chromium.launch({ executablePath, args, timeout: 60_000 })
      const page = await browser.newPage()
      await page.setContent('<p></p><script>document.querySelector("p").textContent = 6 * 7</script>')
      const text = await page.textContent('p')
      await browser.close()
      return text === '42' ? undefined : `it renders ${text} for 42`
    } catch (error) {
      return complaint(String(error))
    }
  },
  async playwrightDownload() {
    const { chromium } = await import('@playwright/test')
    return chromium.executablePath()
  },
  async npmShippedBrowser() {
    const packageName = '@sparticuz/chromium'
    try {
      const shipped: { default: { executablePath(): Promise<string> } } = await import(packageName)
      return await shipped.default.executablePath()
    } catch {
      return undefined
    }
  },
}

/** The full path of a command as a shell would find it. */
export function findOnPath(machine: Machine, command: string): string | undefined {
  const folders = (machine.env.PATH ?? machine.env.Path ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, command)).find((path) => machine.stampOf(path) !== undefined)
}

/** Installs Debian packages. Returns the error, or undefined on success. Fetches the package lists once per process. */
export async function installDebianPackages(
  machine: Machine,
  packages: string[],
): Promise<string | undefined> {
  const release = machine.platform === 'linux' ? (machine.read('/etc/os-release') ?? '') : ''
  if (!/^ID(?:_LIKE)?=.*(?:debian|ubuntu)/m.test(release)) return 'not a Debian or Ubuntu system'
  if (!machine.isRoot) return 'only root may install system packages'

  const options = { timeoutMilliseconds: 15 * 60_000, env: { DEBIAN_FRONTEND: 'noninteractive' } }
  const lockWait = ['-o', 'DPkg::Lock::Timeout=300']
  if (!updated.has(machine)) {
    const update = await machine.run('apt-get', [...lockWait, 'update'], options)
    if (update.exitCode !== 0) return `apt-get update failed: ${complaint(update.stderr)}`
    updated.add(machine)
  }
  const install = await machine.run(
    'apt-get',
    [...lockWait, 'install', '-y', '--no-install-recommends', ...packages],
    options,
  )
  return install.exitCode === 0 ? undefined : `apt-get install failed: ${complaint(install.stderr)}`
}

const updated = new WeakSet<Machine>()

/** The line of a program's output that best describes the error. */
export function complaint(output: string): string {
  const lines = output.split('\n').filter((line) => /\w/.test(line))
  const telling = [/shared librar/, /error|fail|cannot|unable|not found/i, /./].flatMap(
    (pattern) => lines.find((line) => pattern.test(line)) ?? [],
  )
  return telling[0]?.trim() ?? 'it said nothing'
}
