import { describe, expect, test } from 'vitest'

import { importsOf } from './imports.ts'
import { rules } from './layout-rules.ts'
import { repository } from './processes.ts'
import { readTree } from './tree.ts'

const tree = readTree(repository)

describe('this repository', () => {
  test('is read', () => {
    const paths = new Set(tree.map(({ path }) => path))
    for (const path of ['package.json', '.ci/run', 'server/src/main.ts', 'contract/src/call.ts']) {
      expect(paths).toContain(path)
    }
  })

  test.for(Object.entries(rules))('the repository keeps: %s', ([, rule]) => {
    expect(tree.flatMap(rule)).toEqual([])
  })
})

describe('imports', () => {
  test.for<[text: string, specifier: string]>([
    ["import { a } from './b.ts'", 'server/src/x/b.ts'],
    ["import type { A } from '../b.ts'", 'server/src/b.ts'],
    ["import React, { type A } from 'react'", 'react'],
    ["import * as b from 'b'", 'b'],
    ["import './side-effect.css'", 'server/src/x/side-effect.css'],
    ["import {\n  a,\n  b,\n} from '@heliodesk/contract/call.ts'", 'contract/src/call.ts'],
    ["export { a } from './b.ts'", 'server/src/x/b.ts'],
    ["export * from './b.ts'", 'server/src/x/b.ts'],
    ["const page = lazy(() => import('./Page.tsx'))", 'server/src/x/Page.tsx'],
    ["let a: import('pg').Pool", 'pg'],
    ["import.meta.glob('./modules/*/index.ts')", 'server/src/x/modules/*/index.ts'],
  ])('what is imported by %s', ([text, specifier]) => {
    expect(importsOf({ path: 'server/src/x/a.ts', text })).toEqual([specifier])
  })

  test('are not seen in SQL or prose', () => {
    const text =
      "const rows = sql`select day from '2026-01-01'`\n// taken from 'the book'\nexport const a = 1\n"
    expect(importsOf({ path: 'server/src/a.ts', text })).toEqual([])
  })
})

const importing = (specifier: string) => `import { a } from '${specifier}'`
const later = ['TO', 'DO'].join('')
const off = ['sk', 'ip'].join('')
const home = ['', 'home', 'somebody', 'project'].join('/')

describe('each rule finds what it forbids and lets pass what it allows', () => {
  test.for<[rule: string, path: string, text: string, faults: number]>([
    ['questions say what went wrong', 'web/src/a.tsx', '<ConfirmDialog open /> useCommand(call)', 1],
    ['questions say what went wrong', 'web/src/a.tsx', '<ConfirmDialog open />', 0],
    [
      'questions say what went wrong',
      'web/src/a.tsx',
      '<ConfirmDialog><CommandAlert error={e} /></ConfirmDialog> useCommand(call)',
      0,
    ],
    ['the contract stands alone', 'contract/src/a.ts', importing('node:fs'), 1],
    ['the contract stands alone', 'contract/src/a.ts', importing('dayjs'), 1],
    ['the contract stands alone', 'contract/src/a.ts', importing('../../server/src/a.ts'), 1],
    ['the contract stands alone', 'contract/src/a.ts', `${importing('zod')}\n${importing('./b.ts')}`, 0],
    ['the contract stands alone', 'contract/src/a.test.ts', importing('vitest'), 0],
    [
      'the web client imports nothing of the server',
      'web/src/a.tsx',
      importing('@heliodesk/server/app.ts'),
      1,
    ],
    [
      'the web client imports nothing of the server',
      'web/src/a.test.ts',
      importing('../../server/src/a.ts'),
      1,
    ],
    [
      'the web client imports nothing of the server',
      'web/src/a.ts',
      importing('@heliodesk/contract/a.ts'),
      0,
    ],
    ['the web client imports no Node modules', 'web/src/a.ts', importing('node:path'), 1],
    ['the web client imports no Node modules', 'web/src/a.ts', importing('crypto'), 1],
    ['the web client imports no Node modules', 'web/vite.config.ts', importing('node:path'), 0],
    ['the server imports nothing of the web client', 'server/src/a.ts', importing('../../web/src/a.ts'), 1],
    ['the server imports nothing of the web client', 'server/src/a.ts', importing('@heliodesk/web/a.ts'), 1],
    ['the server imports nothing of the web client', 'server/src/a.ts', importing('./web-client.ts'), 0],
    ['server modules meet at their index only', 'server/src/modules/a/x.ts', importing('../b/queries.ts'), 1],
    ['server modules meet at their index only', 'server/src/modules/a/x.ts', importing('../b/index.ts'), 0],
    ['server modules meet at their index only', 'server/src/modules/a/x.ts', importing('./queries.ts'), 0],
    ['server modules meet at their index only', 'server/src/modules/a/b/x.ts', importing('../../c/x.ts'), 1],
    ['web modules never import each other', 'web/src/modules/a/x.tsx', importing('../b/index.ts'), 1],
    ['web modules never import each other', 'web/src/modules/a/x.tsx', importing('../../kit/Table.tsx'), 0],
    ['web modules never import each other', 'web/src/app/x.tsx', importing('../modules/a/index.ts'), 1],
    ['web modules never import each other', 'web/src/modules.ts', importing('./modules/a/index.ts'), 0],
    ['web modules never import each other', 'web/src/modules.ts', importing('./modules/a/Page.tsx'), 1],
    ['web modules never import each other', 'web/src/a.test.ts', importing('./modules/a/list.tsx'), 0],
    ['rooms import what stands below them', 'web/src/modules/a/x.tsx', importing('../../app/Frame.tsx'), 1],
    ['rooms import what stands below them', 'web/src/modules/a/x.tsx', importing('../../domain/a.tsx'), 0],
    ['rooms import what stands below them', 'web/src/kit/a.tsx', importing('../domain/a.tsx'), 1],
    ['rooms import what stands below them', 'web/src/kit/a.test.tsx', importing('../domain/a.tsx'), 0],
    ['rooms import what stands below them', 'web/src/app/a.tsx', importing('../modules.ts'), 0],
    ['rooms import what stands below them', 'web/src/attic/a.tsx', importing('../kit/a.tsx'), 1],
    ['rooms import what stands below them', 'server/src/kernel/a.ts', importing('../modules/a/index.ts'), 1],
    ['rooms import what stands below them', 'server/src/platform/a.ts', importing('../kernel/a.ts'), 1],
    ['rooms import what stands below them', 'server/src/kernel/a.ts', importing('../platform/a.ts'), 0],
    ['rooms import what stands below them', 'server/src/app.ts', importing('./modules.ts'), 0],
    [
      'rooms import what stands below them',
      'server/src/platform/a.ts',
      importing('@heliodesk/contract/a.ts'),
      0,
    ],
    ['server modules meet at their index only', 'server/src/seed/x.ts', importing('../modules/b/rows.ts'), 1],
    [
      'server modules meet at their index only',
      'server/src/seed/x.test.ts',
      importing('../modules/b/x.ts'),
      0,
    ],
    ['addresses of screens stand in one place', 'web/src/a.tsx', '<a href="#/taskCenter?order=1" />', 1],
    ['addresses of screens stand in one place', 'web/src/a.ts', 'go(`/station/archive?psId=${id}`)', 1],
    ['addresses of screens stand in one place', 'web/src/a.ts', "path: '/system'", 1],
    ['addresses of screens stand in one place', 'web/src/a.ts', "path: '/systems/page', go('/sys/login')", 0],
    ['addresses of screens stand in one place', 'web/src/a.test.ts', "open('/taskCenter')", 0],
    ['only tests import from tests', 'server/src/a.ts', importing('../test/harness.ts'), 1],
    ['only tests import from tests', 'bench/a.ts', importing('../server/src/a.test.ts'), 1],
    ['only tests import from tests', 'server/src/a.test.ts', importing('../test/harness.ts'), 0],
    ['the product does not lean on its gallery', 'web/src/kit/a.tsx', importing('./b.gallery.tsx'), 1],
    ['the product does not lean on its gallery', 'web/src/a.ts', importing('../gallery/entry.ts'), 1],
    [
      'the product does not lean on its gallery',
      'web/src/a.gallery.tsx',
      importing('../gallery/Hold.tsx'),
      0,
    ],
    ['the product does not lean on its gallery', 'web/gallery/a.ts', importing('../src/a.gallery.tsx'), 0],
    ['requests go through one helper', 'web/src/a.ts', "await fetch('/api/sys/login')", 1],
    ['requests go through one helper', 'web/src/a.ts', 'const request = new XMLHttpRequest()', 1],
    ['requests go through one helper', 'web/src/lib/call.ts', 'await fetch(url)', 0],
    ['requests go through one helper', 'web/src/a.test.ts', "await fetch('/api')", 0],
    ['requests go through one helper', 'web/src/a.ts', 'void query.refetch()', 0],
    ['folders say what they hold', 'server/src/utils/a.ts', '', 1],
    ['folders say what they hold', 'web/types/a.ts', '', 1],
    ['folders say what they hold', 'server/src/platform/db-types.ts', '', 0],
    ['no file names a path of one machine', 'docs/a.md', `see ${home}`, 1],
    ['no file names a path of one machine', 'docs/a.md', 'https://example.org/home/page, /usr/bin/node', 0],
    ['nothing is put off', 'server/src/a.ts', `// ${later}: the rest`, 1],
    ['nothing is put off', 'server/src/a.ts', 'const todoList = []', 0],
    ['tests are not switched off', 'server/src/a.test.ts', `describe.${off}('a', () => {})`, 1],
    ['tests are not switched off', 'e2e/a.journey.ts', `test.describe.${off}(() => {})`, 1],
    ['tests are not switched off', 'server/src/a.test.ts', "test.runIf(isRoot)('a', () => {})", 0],
    ['tests are not switched off', 'server/src/a.test.ts', "test.skipIf(isRoot)('a', () => {})", 0],
    ['files stay readable', 'server/src/a.ts', 'x\n'.repeat(401), 1],
    ['files stay readable', 'server/src/a.ts', 'x\n'.repeat(400), 0],
    ['files stay readable', 'docs/a.md', 'x\n'.repeat(900), 0],
  ])('the rule that %s judges %s', ([rule, path, text, faults]) => {
    expect(rules[rule]?.({ path, text })).toHaveLength(faults)
  })
})
