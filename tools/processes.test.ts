import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import {
  findFreePort,
  isRunning,
  packageCommand,
  repository,
  spawnGroup,
  stopGroup,
  waitUntilAnswering,
} from './processes.ts'

const node = (script: string) =>
  spawnGroup(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })

describe('processes', () => {
  test('a free port can be listened on', async () => {
    const server = createServer().listen(await findFreePort(), '127.0.0.1')
    await once(server, 'listening')
    server.close()
  })

  test('stopping a group also stops what its leader has started', async () => {
    const leader = node(`
      const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
      process.on('SIGTERM', () => child.once('exit', () => process.exit(0)))
      console.log(child.pid)
    `)
    const grandchild = Number(String(await once(leader.stdout!, 'data')))
    expect(process.kill(grandchild, 0)).toBe(true)
    await stopGroup(leader)
    expect(isRunning(leader)).toBe(false)
    expect(() => process.kill(grandchild, 0)).toThrow('ESRCH')
  })

  test('stopping is enforced after the grace time', async () => {
    const stubborn = node(`process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')`)
    await once(stubborn.stdout!, 'data')
    await stopGroup(stubborn, { graceMilliseconds: 100 })
    expect(stubborn.signalCode).toBe('SIGKILL')
  })

  test('waiting for an address ends when it answers', async () => {
    const port = await findFreePort()
    const server = node(`
      let asked = 0
      require('node:http').createServer((_, response) => response.writeHead(++asked < 3 ? 503 : 200).end())
        .listen(${port}, '127.0.0.1')
    `)
    await waitUntilAnswering(`http://127.0.0.1:${port}/`, server, 15_000)
    await stopGroup(server)
  })

  test('waiting for an address fails when the process behind it ends', async () => {
    const port = await findFreePort()
    const waiting = waitUntilAnswering(`http://127.0.0.1:${port}/`, node('process.exit(7)'), 15_000)
    await expect(waiting).rejects.toThrow('exit code 7')
  })

  test('the script of a package command is found', () => {
    expect(packageCommand('vitest')).toMatch(/vitest\.mjs$/)
    expect(() => packageCommand('vitest', 'nonsense')).toThrow('nonsense')
  })
})

describe('the Node version', () => {
  const check = join(repository, 'tools/require-node.mjs')

  function startWith(version: string) {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
    const preload = `data:text/javascript,${encodeURIComponent(pretend)}`
    return spawnSync(process.execPath, ['--import', preload, check], { encoding: 'utf8' })
  }

  test('is refused with a sentence when it is too old', () => {
    const { status, stderr } = startWith('20.20.2')
    expect(status).toBe(1)
    expect(stderr).toContain('needs Node 24 or newer, but this is Node 20.20.2')
  })

  test('is accepted when it is new enough', () => {
    expect(startWith('24.0.0')).toMatchObject({ status: 0, stderr: '' })
  })
})
