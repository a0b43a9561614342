import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { chooseSteps } from './command-line-gate.ts'
import type { Step } from './gate.ts'
import { GreenRuns } from './green.ts'

const step = (name: string, reads?: RegExp): Step => ({
  name,
  heading: name,
  weight: 1,
  reads,
  run: async () => ({ passed: 1, failed: 0 }),
})
const web = step('web', /^(?:web|contract)\//)
const server = step('server', /^(?:server|contract)\//)
const lint = step('lint')

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'heliodesk-green-'))
  for (const path of ['package.json', 'web/a.ts', 'server/b.ts', 'contract/c.ts', 'docs/d.md'])
    write(path, 'old')
  onTestFinished(() => rmSync(project, { recursive: true, force: true }))
})

function write(path: string, text: string) {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

const changed = () => {
  const green = new GreenRuns(project)
  return chooseSteps([web, server, lint], ['--changed'], (each) => green.isUnchanged(each)).map(
    ({ name }) => name,
  )
}

test('before any success every step runs', () => {
  expect(changed()).toEqual(['web', 'server', 'lint'])
})

test.for<[what: string, change: () => void, steps: string[]]>([
  ['nothing', () => {}, []],
  ['a file of one step', () => write('web/a.ts', 'new'), ['web', 'lint']],
  ['a file of two steps', () => write('contract/c.ts', 'new'), ['web', 'server', 'lint']],
  ['another file', () => write('docs/d.md', 'new'), ['lint']],
  ['a file in the root', () => write('package.json', 'new'), ['web', 'server', 'lint']],
  ['a new file', () => write('server/new.ts', ''), ['server', 'lint']],
  ['a file that is gone', () => rmSync(join(project, 'server/b.ts')), ['server', 'lint']],
  ['what a build left', () => write('web/dist/index.html', ''), []],
])('after a success of all, %s has changed', ([, change, steps]) => {
  for (const each of [web, server, lint]) new GreenRuns(project).remember(each)
  change()
  expect(changed()).toEqual(steps)
})

test('what changes while a step runs counts as changed', () => {
  const green = new GreenRuns(project)
  write('web/a.ts', 'new')
  for (const each of [web, server, lint]) green.remember(each)
  expect(changed()).toEqual(['web', 'lint'])
})

test('without the option every step runs again', () => {
  expect(chooseSteps([web, lint], [], () => true)).toEqual([web, lint])
})
