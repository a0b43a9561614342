import './require-node.mjs'

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'

import { chromium, type Page } from '@playwright/test'

import { browserArguments, ensureChineseFonts, findBrowser } from './browser.ts'
import { packageCommand, repository } from './processes.ts'
import { compareFolders } from './shots/differences.ts'
import { writeAllSheets } from './shots/sheets.ts'
import { buildWeb, isWebBuilt } from './web-build.ts'

/**
 * `npm run shots [-- --only TEXT] [--against COMMIT]` takes pictures of every screen with demo data, without data and
 * with failing calls, in four widths and both themes, and lays them on contact sheets below data/shots/now. With
 * `--against`, the same screens of that commit are laid beside them, the most changed first, in data/shots/difference;
 * its packages must be those that are installed. `--only` takes the screens whose title contains the text, into
 * data/shots/only.
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, against: { type: 'string' } } })
// Apart from the pictures of all screens, so that each folder holds what one run took.
const folder = join(repository, values.only ? 'data/shots/only' : 'data/shots')
const now = join(folder, 'now')

if (!isWebBuilt()) await buildWeb()
await ensureChineseFonts().catch((error: Error) => print(error.message))
const { executablePath } = await findBrowser()
const complete = await takePictures(now, repository)
const browser = await chromium.launch({ executablePath, args: browserArguments })
try {
  const page = await browser.newPage()
  print(`Sheets:\n${listed(await writeAllSheets(page, now))}`)
  if (values.against) await showDifferences(page, values.against)
} finally {
  await browser.close()
}
process.exit(complete ? 0 : 1)

async function showDifferences(page: Page, commit: string): Promise<void> {
  const revision = execFileSync('git', ['rev-parse', '--short', '--verify', `${commit}^{commit}`], {
    cwd: repository,
    encoding: 'utf8',
  }).trim()
  const before = join(folder, revision)
  // Pictures of a commit stay valid, unless only some were taken.
  if (values.only || !existsSync(before)) await takePictures(before, await productOf(revision))
  const difference = join(folder, 'difference')
  const found = await compareFolders(page, before, now, difference)
  for (const { picture, share } of found) print(`${(share * 100).toFixed(2).padStart(6)} %  ${picture}`)
  print(
    found.length === 0
      ? 'No difference.'
      : `${found.length} differences: ${relative(repository, difference)}`,
  )
}

/** A copy of the project at this commit, built. */
async function productOf(revision: string): Promise<string> {
  // Inside the project, where its packages are found.
  const product = join(folder, `product-${revision}`)
  rmSync(product, { recursive: true, force: true })
  mkdirSync(product, { recursive: true })
  const archive = join(product, 'archive.tar')
  execFileSync('git', ['archive', '-o', archive, revision], { cwd: repository })
  execFileSync('tar', ['-xf', archive, '-C', product])
  rmSync(archive)
  // These links are relative, so that in the copy they lead into the copy.
  const own = 'node_modules/@heliodesk'
  cpSync(join(repository, own), join(product, own), { recursive: true, verbatimSymlinks: true })
  const built = await run(
    [packageCommand('vite'), 'build', 'web', '--config', 'web/vite.config.ts'],
    product,
    {
      NODE_ENV: 'production',
    },
  )
  if (!built) throw new Error(`The web client of ${revision} could not be built.`)
  return product
}

/** Whether every screen could be shown. */
async function takePictures(into: string, product: string): Promise<boolean> {
  const part = `${into}-part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  const isComplete = await run(
    [
      packageCommand('@playwright/test', 'playwright'),
      'test',
      ...(values.only ? ['--grep', values.only] : []),
    ],
    repository,
    {
      HELIODESK_BROWSER: executablePath,
      HELIODESK_PRODUCT: product,
      HELIODESK_SHOTS: part,
    },
  )
  // A run that was stopped must not be taken for one of all screens.
  rmSync(into, { recursive: true, force: true })
  renameSync(part, into)
  return isComplete
}

async function run(command: string[], cwd: string, env: Record<string, string>): Promise<boolean> {
  const child = spawn(process.execPath, command, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}

function listed(paths: string[]): string {
  return paths.map((path) => `  ${relative(repository, path)}`).join('\n')
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
