import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { complaint, findOnPath, installDebianPackages, thisMachine, type Machine } from './machine.ts'
import { packageCommand, repository } from './processes.ts'

export interface FoundBrowser {
  executablePath: string
  /** Where it came from, for a message. */
  source: string
}

/** The journeys start every browser with these arguments, and so does the check that one is usable. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const cacheFile = join(repository, 'node_modules/.cache/heliodesk/browser.json')

const environmentNames = ['CHROMIUM_PATH', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH', 'CHROME_PATH']

const commands = [
  // Starts faster and computes a fifth less than the browser with a window.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'msedge',
  'chrome.exe',
  'msedge.exe',
]

const usualPlaces: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['/opt/google/chrome/chrome', '/snap/bin/chromium', '/opt/microsoft/msedge/msedge'],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
}

/**
 * A Chromium-like browser that has proved on this machine that it starts and renders. Tries the one named in the
 * environment, then installed ones, then installs one. Throws an error with instructions if there is none.
 */
export async function findBrowser(
  machine: Machine = thisMachine,
  cache: BrowserCache = fileCache,
  note: (text: string) => void = console.warn,
): Promise<FoundBrowser> {
  const named = environmentNames.find((name) => machine.env[name])
  if (!named) {
    const remembered = cache.recall()
    if (remembered && machine.stampOf(remembered.executablePath) === remembered.stamp) {
      return { executablePath: remembered.executablePath, source: remembered.source }
    }
  }

  const tried = new Set<string>()
  for await (const { executablePath, source } of candidates(machine, note)) {
    const stamp = machine.stampOf(executablePath)
    if (stamp === undefined || tried.has(executablePath)) continue
    tried.add(executablePath)
    const trouble = await machine.tryBrowser(executablePath, browserArguments)
    if (trouble === undefined) {
      if (!named) cache.remember({ executablePath, source, stamp })
      return { executablePath, source }
    }
    note(`Skipping ${executablePath} (${source}): it does not start: ${trouble}`)
  }
  throw new Error(
    'The browser journeys need Chromium and none that starts was found. Install one of: ' +
      'the package "chromium" (Debian: apt-get install chromium), Google Chrome, Microsoft Edge, ' +
      'or Playwright\'s own ("npx playwright install --with-deps chromium"); ' +
      'or set CHROMIUM_PATH to the program.',
  )
}

interface RememberedBrowser extends FoundBrowser {
  /** See Machine.stampOf: another stamp means another program. */
  stamp: string
}

export interface BrowserCache {
  recall(): RememberedBrowser | undefined
  remember(browser: RememberedBrowser): void
}

const fileCache: BrowserCache = {
  recall() {
    try {
      const remembered: RememberedBrowser = JSON.parse(readFileSync(cacheFile, 'utf8'))
      return remembered
    } catch {
      return undefined
    }
  },
  remember(browser) {
    mkdirSync(dirname(cacheFile), { recursive: true })
    writeFileSync(cacheFile, JSON.stringify(browser))
  },
}

async function* candidates(machine: Machine, note: (text: string) => void): AsyncGenerator<FoundBrowser> {
  for (const name of environmentNames) {
    const executablePath = machine.env[name]
    if (!executablePath) continue
    if (machine.stampOf(executablePath) === undefined) note(`${name} names no program: ${executablePath}`)
    yield { executablePath, source: `environment variable ${name}` }
  }

  yield* installed(machine)
  const playwrightBrowser = {
    executablePath: await machine.playwrightDownload(),
    source: "Playwright's download",
  }
  yield playwrightBrowser

  for (const name of ['chromium-headless-shell', 'chromium']) {
    const refusal = await installDebianPackages(machine, [name])
    if (refusal === undefined) yield* installed(machine)
    else note(`No ${name} from the system's packages: ${refusal}`)
  }

  const shipped = await machine.npmShippedBrowser()
  if (shipped) yield { executablePath: shipped, source: 'npm package @sparticuz/chromium' }

  const playwright = packageCommand('@playwright/test', 'playwright')
  const download = await machine.run(process.execPath, [playwright, 'install', 'chromium'], {
    timeoutMilliseconds: 10 * 60_000,
  })
  if (download.exitCode !== 0) note(`Playwright could not download Chromium: ${complaint(download.stderr)}`)
  else yield playwrightBrowser
}

function* installed(machine: Machine): Generator<FoundBrowser> {
  for (const command of commands) {
    const executablePath = findOnPath(machine, command)
    if (executablePath) yield { executablePath, source: 'installed' }
  }
  const windowsPlaces = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
    .flatMap((name) => machine.env[name] ?? [])
    .flatMap((folder) => [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ])
  for (const executablePath of [...(usualPlaces[machine.platform] ?? []), ...windowsPlaces]) {
    yield { executablePath, source: 'installed' }
  }
}

/** Makes sure that Chinese text is not drawn as boxes; throws an error with instructions. */
export async function ensureChineseFonts(machine: Machine = thisMachine): Promise<void> {
  if (machine.platform !== 'linux') return
  if (await hasChineseFont(machine)) return
  const refusal = await installDebianPackages(machine, ['fontconfig', 'fonts-noto-cjk'])
  if (refusal === undefined && (await hasChineseFont(machine))) return
  throw new Error(
    'No Chinese font is installed, so pages would show boxes instead of characters ' +
      `(could not be installed automatically: ${refusal ?? 'the font did not appear'}). Install one, ` +
      'on Debian or Ubuntu with: apt-get install fontconfig fonts-noto-cjk',
  )
}

async function hasChineseFont(machine: Machine): Promise<boolean> {
  const { exitCode, stdout } = await machine.run('fc-list', [':lang=zh', 'family'])
  return exitCode === 0 && stdout.trim() !== ''
}
