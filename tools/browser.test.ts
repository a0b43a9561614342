import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { ensureChineseFonts, findBrowser, type BrowserCache } from './browser.ts'
import { complaint, thisMachine, type Machine } from './machine.ts'

const debian = 'PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\n'
const download = '/cache/ms-playwright/chromium/chrome'

interface Imagined {
  platform?: NodeJS.Platform
  env?: Record<string, string>
  isRoot?: boolean
  release?: string
  /** The installed programs, and whether they start. */
  programs?: Record<string, 'works' | 'broken'>
  /** What an installation adds. */
  installs?: { apt?: string; playwright?: string }
  shipped?: string
  fonts?: boolean
}

const failed = (stderr: string) => ({ exitCode: 1, stdout: '', stderr })

function imagine(given: Imagined) {
  const programs = { ...given.programs }
  const calls: string[] = []
  const notes: string[] = []
  let fonts = given.fonts ?? false
  const ok = { exitCode: 0, stdout: '', stderr: '' }
  const machine: Machine = {
    platform: given.platform ?? 'linux',
    env: { PATH: '/usr/local/bin:/usr/bin', ...given.env },
    isRoot: given.isRoot ?? false,
    stampOf: (path) => (path in programs ? 'stamp' : undefined),
    read: (path) => (path === '/etc/os-release' ? given.release : undefined),
    async run(command, args) {
      if (command === 'fc-list') return fonts ? { ...ok, stdout: 'Noto Sans CJK SC\n' } : failed('')
      if (command === 'apt-get') {
        calls.push(`apt-get ${args.filter((arg) => !/^-|=/.test(arg)).join(' ')}`)
        if (!args.includes('install')) return ok
        if (args.includes('fonts-noto-cjk')) fonts = true
        const named = args.find((arg) => arg.startsWith('chromium'))
        if (!named) return ok
        if (!given.installs?.apt?.endsWith(named)) return failed(`E: Unable to locate package ${named}`)
        programs[given.installs.apt] = 'works'
        return ok
      }
      if (args.includes('install')) {
        calls.push('playwright install')
        if (!given.installs?.playwright) return failed('getaddrinfo ENOTFOUND')
        programs[given.installs.playwright] = 'works'
        return ok
      }
      throw new Error(`${command} is not expected to be run`)
    },
    async tryBrowser(executablePath) {
      calls.push(`try ${executablePath}`)
      return programs[executablePath] === 'works'
        ? undefined
        : 'error while loading shared libraries: libnss3.so'
    },
    playwrightDownload: async () => download,
    npmShippedBrowser: async () => given.shipped,
  }
  return { machine, calls, notes, programs }
}

const forgetful: BrowserCache = { recall: () => undefined, remember: () => {} }

/** If no browser is found, only the attempts matter. */
async function find(given: Imagined) {
  const { machine, calls, notes } = imagine(given)
  const found = await findBrowser(machine, forgetful, (text) => notes.push(text)).catch(() => undefined)
  return { found, calls, notes }
}

describe('the browser is', () => {
  test.for<[what: string, given: Imagined, executablePath: string, source: string]>([
    [
      'the one named by the environment',
      { env: { CHROME_PATH: '/mine' }, programs: { '/mine': 'works', '/usr/bin/chromium': 'works' } },
      '/mine',
      'environment variable CHROME_PATH',
    ],
    [
      'the first of several that the environment names',
      { env: { CHROME_PATH: '/b', CHROMIUM_PATH: '/a' }, programs: { '/a': 'works', '/b': 'works' } },
      '/a',
      'environment variable CHROMIUM_PATH',
    ],
    [
      'an installed one when the named one does not start',
      { env: { CHROMIUM_PATH: '/mine' }, programs: { '/mine': 'broken', '/usr/bin/chromium': 'works' } },
      '/usr/bin/chromium',
      'installed',
    ],
    [
      'an installed one when the named one is not there',
      { env: { CHROMIUM_PATH: '/nowhere' }, programs: { '/usr/bin/google-chrome': 'works' } },
      '/usr/bin/google-chrome',
      'installed',
    ],
    [
      'the first on PATH that starts',
      { programs: { '/usr/local/bin/chromium': 'broken', '/usr/bin/google-chrome-stable': 'works' } },
      '/usr/bin/google-chrome-stable',
      'installed',
    ],
    [
      'Chrome at its usual place on macOS',
      {
        platform: 'darwin',
        programs: { '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome': 'works' },
      },
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      'installed',
    ],
    [
      'Edge at its usual place on Windows',
      {
        platform: 'win32',
        env: { 'PROGRAMFILES(X86)': '/x86' },
        programs: { [join('/x86', 'Microsoft/Edge/Application/msedge.exe')]: 'works' },
      },
      join('/x86', 'Microsoft/Edge/Application/msedge.exe'),
      'installed',
    ],
    [
      'what Playwright has downloaded before, rather than a new installation',
      {
        isRoot: true,
        release: debian,
        programs: { [download]: 'works' },
        installs: { apt: '/usr/bin/chromium' },
      },
      download,
      "Playwright's download",
    ],
    [
      'the headless shell rather than a browser with a window',
      { programs: { '/usr/bin/chromium': 'works', '/usr/bin/chromium-headless-shell': 'works' } },
      '/usr/bin/chromium-headless-shell',
      'installed',
    ],
    [
      "Debian's headless shell when root may install it",
      { isRoot: true, release: debian, installs: { apt: '/usr/bin/chromium-headless-shell' } },
      '/usr/bin/chromium-headless-shell',
      'installed',
    ],
    [
      "Debian's package when root may install it",
      { isRoot: true, release: debian, installs: { apt: '/usr/bin/chromium' } },
      '/usr/bin/chromium',
      'installed',
    ],
    [
      'the one in the npm package when nothing can be installed',
      { shipped: '/shipped/chromium', programs: { '/shipped/chromium': 'works' } },
      '/shipped/chromium',
      'npm package @sparticuz/chromium',
    ],
    [
      "Playwright's download when all else fails",
      { isRoot: true, release: debian, installs: { playwright: download } },
      download,
      "Playwright's download",
    ],
  ])('%s', async ([, given, executablePath, source]) => {
    expect((await find(given)).found).toEqual({ executablePath, source })
  })

  test('explained when there is none', async () => {
    const { machine } = imagine({ isRoot: true, release: debian })
    const finding = findBrowser(machine, forgetful, () => {})
    await expect(finding).rejects.toThrow(/apt-get install chromium.*CHROMIUM_PATH/)
  })
})

describe('on the way to a browser', () => {
  test('a broken one is skipped with its reason and not tried twice', async () => {
    const { calls, notes } = await find({
      isRoot: true,
      release: debian,
      programs: { '/usr/bin/chromium': 'broken' },
    })
    expect(notes.filter((text) => text.includes('libnss3.so'))).toHaveLength(1)
    expect(calls.filter((call) => call === 'try /usr/bin/chromium')).toHaveLength(1)
  })

  test('a name in the environment that leads nowhere is mentioned', async () => {
    const { notes } = await find({
      env: { CHROMIUM_PATH: '/nowhere' },
      programs: { '/usr/bin/chromium': 'works' },
    })
    expect(notes).toEqual(['CHROMIUM_PATH names no program: /nowhere'])
  })

  test.for<[what: string, given: Imagined, installs: string[]]>([
    ['nobody but root installs packages', { release: debian }, ['playwright install']],
    ['Alpine is left alone', { isRoot: true, release: 'ID=alpine\n' }, ['playwright install']],
    [
      'the package lists are fetched before installing',
      { isRoot: true, release: 'ID=ubuntu\nID_LIKE=debian\n' },
      [
        'apt-get update',
        'apt-get install chromium-headless-shell',
        'apt-get install chromium',
        'playwright install',
      ],
    ],
    ['nothing is installed beside one that starts', { programs: { '/usr/bin/chromium': 'works' } }, []],
  ])('%s', async ([, given, installs]) => {
    const { calls } = await find(given)
    expect(calls.filter((call) => call.includes('install') || call.includes('update'))).toEqual(installs)
  })
})

describe('a browser found before', () => {
  const before = { executablePath: '/usr/bin/chromium', source: 'installed', stamp: 'stamp' }

  test('is used again without another trial', async () => {
    const { machine, calls } = imagine({ programs: { '/usr/bin/chromium': 'works' } })
    const found = await findBrowser(machine, { ...forgetful, recall: () => before })
    expect(found).toEqual({ executablePath: '/usr/bin/chromium', source: 'installed' })
    expect(calls).toEqual([])
  })

  test.for<[what: string, given: Imagined, stamp: string, executablePath: string]>([
    ['has gone', { programs: { '/usr/bin/msedge': 'works' } }, 'stamp', '/usr/bin/msedge'],
    ['has changed', { programs: { '/usr/bin/chromium': 'works' } }, 'old', '/usr/bin/chromium'],
    [
      'is not the one named now',
      { env: { CHROMIUM_PATH: '/mine' }, programs: { '/mine': 'works', '/usr/bin/chromium': 'works' } },
      'stamp',
      '/mine',
    ],
  ])('is tried or replaced when it %s', async ([, given, stamp, executablePath]) => {
    const { machine, calls } = imagine(given)
    const found = await findBrowser(machine, { ...forgetful, recall: () => ({ ...before, stamp }) })
    expect(found.executablePath).toBe(executablePath)
    expect(calls).toEqual([`try ${executablePath}`])
  })

  test('is remembered unless only this one run named it', async () => {
    const remembered: string[] = []
    const cache: BrowserCache = {
      recall: () => undefined,
      remember: ({ executablePath }) => remembered.push(executablePath),
    }
    const programs = { '/mine': 'works', '/usr/bin/chromium': 'works' } as const
    await findBrowser(imagine({ env: { CHROMIUM_PATH: '/mine' }, programs }).machine, cache)
    await findBrowser(imagine({ programs }).machine, cache)
    expect(remembered).toEqual(['/usr/bin/chromium'])
  })
})

describe('Chinese fonts', () => {
  test.for<[what: string, given: Imagined, installs: string[]]>([
    ['are left alone where there are some', { fonts: true, isRoot: true, release: debian }, []],
    [
      'are installed by root on Debian',
      { isRoot: true, release: debian },
      ['apt-get update', 'apt-get install fontconfig fonts-noto-cjk'],
    ],
    ['come with macOS', { platform: 'darwin' }, []],
  ])('%s', async ([, given, installs]) => {
    const { machine, calls } = imagine(given)
    await ensureChineseFonts(machine)
    expect(calls).toEqual(installs)
  })

  test('are asked for where they cannot be installed', async () => {
    const { machine } = imagine({ release: debian })
    await expect(ensureChineseFonts(machine)).rejects.toThrow('apt-get install fontconfig fonts-noto-cjk')
  })
})

test.for([
  ['Reading lists\nE: Unable to locate package chromium\n', 'E: Unable to locate package chromium'],
  ['Error: launch failed\n[err] chrome: error while loading shared libraries: libnss3.so\n}', /libnss3/],
  ['one\ntwo\n', 'one'],
  ['', 'it said nothing'],
] as const)('the complaint in %j is found', ([output, line]) => {
  expect(complaint(output)).toMatch(line)
})

describe('this machine', () => {
  test('runs a program and tells its output and exit code', async () => {
    const result = await thisMachine.run(process.execPath, ['-e', 'console.log("out"); process.exit(3)'])
    expect(result).toMatchObject({ exitCode: 3, stdout: 'out\n' })
  })

  test('ends a program that takes too long', async () => {
    const hang = ['-e', 'setInterval(() => {}, 1000)']
    const { exitCode } = await thisMachine.run(process.execPath, hang, { timeoutMilliseconds: 200 })
    expect(exitCode).toBe(124)
  })

  test('survives a program that does not exist', async () => {
    expect(await thisMachine.run('/nowhere/at/all', [])).toMatchObject({ exitCode: 127 })
  })

  test('tells a program that is no browser from one', async () => {
    expect(await thisMachine.tryBrowser(process.execPath, [])).toBeDefined()
  })

  test('tells programs from other files', () => {
    expect(thisMachine.stampOf(process.execPath)).toBeDefined()
    expect(thisMachine.stampOf('/nowhere/at/all')).toBeUndefined()
  })
})
