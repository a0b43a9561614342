import { expect, test } from 'vitest'

import { nearestJourneys } from './journeys.ts'
import { namesIn, NearestTests } from './nearest-tests.ts'

const file = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map((each) => `import { x } from '${each}'`).join('\n'),
})
const nearest = new NearestTests([
  file('server/src/kernel/lock.ts'),
  file('server/src/kernel/lock.test.ts', './lock.ts'),
  file('server/src/kernel/other.test.ts', '../../test/harness.ts'),
  file('server/src/modules/a/index.ts', '../../kernel/lock.ts'),
  file('server/src/modules/a/a.test.ts', '../../../test/harness.ts'),
  { path: 'server/src/modules/b/index.ts', text: 'select 1 from plant' },
  {
    path: 'server/src/modules/b/b.test.ts',
    text: "import { useHarness } from '../../../test/harness.ts'\nit('没有这个电站')",
  },
  file('server/src/modules/b/alone.test.ts', 'vitest'),
  file('server/src/modules.ts', './modules/a/index.ts', './modules/b/index.ts'),
  file('server/test/harness.ts', '../src/modules.ts'),
  file('server/test/registry.test.ts', './harness.ts'),
  file('web/src/a.ts', '@heliodesk/contract/a.ts'),
  file('web/src/a.test.ts', './a.ts'),
  file('contract/src/a.ts'),
])

test('starts with the test of the same name, then the same folder, the users, and all calls', () => {
  expect(nearest.of('server/src/kernel/lock.ts')).toEqual([
    'server/src/kernel/lock.test.ts',
    'server/src/kernel/other.test.ts',
    'server/src/modules/a/a.test.ts',
    'server/test/registry.test.ts',
    'server/src/modules/b/b.test.ts',
  ])
})

test('starts with a test that contains a text of the changed line', () => {
  const line = "throw new DomainError('lock.none', '没有这个电站')"
  expect(nearest.of('server/src/kernel/lock.ts', line)[0]).toBe('server/src/modules/b/b.test.ts')
})

test('follows the contract into the web client', () => {
  expect(nearest.of('contract/src/a.ts')).toEqual(['web/src/a.test.ts'])
})

test('follows into a program that is started by its path', () => {
  const started = new NearestTests([
    file('server/src/child.ts'),
    { path: 'server/src/parent.ts', text: "startApart(new URL('./child.ts', import.meta.url))" },
    file('server/src/parent.test.ts', './parent.ts'),
  ])
  expect(started.of('server/src/child.ts')).toEqual(['server/src/parent.test.ts'])
})

test('does not follow into a screen, which only a journey loads', () => {
  const lazily = (path: string) => `load: () => import('${path}').then((m) => m.a)`
  const shell = new NearestTests([
    file('web/src/modules/a/Screen.tsx'),
    file('web/src/modules/a/search.ts'),
    { path: 'web/src/modules/a/index.ts', text: `${lazily('./Screen.tsx')}\n${lazily('./search.ts')}` },
    file('web/src/modules.ts', './modules/a/index.ts'),
    file('web/src/app/shell.test.ts', '../modules.ts'),
  ])
  expect(shell.of('web/src/modules/a/search.ts')).toEqual(['web/src/app/shell.test.ts'])
  expect(shell.of('web/src/modules/a/Screen.tsx')).toEqual([])
})

test('follows into files that are imported by a pattern', () => {
  const lists = new NearestTests([
    file('web/src/modules/a/list.tsx'),
    { path: 'web/src/lists.test.ts', text: "import.meta.glob('./modules/*/*.tsx')" },
  ])
  expect(lists.of('web/src/modules/a/list.tsx')).toEqual(['web/src/lists.test.ts'])
})

test('starts for a migration with the modules that name its tables', () => {
  const text = 'create table other (a int);\ncreate trigger t before insert on app.plant\n  when (a < 1);\n'
  expect(namesIn(text, text.indexOf('a < 1'))).toEqual(['plant'])
  expect(nearest.of('server/migrations/0001_a.sql', '', ['plant'])[0]).toBe('server/src/modules/b/b.test.ts')
})

test('chooses the journeys by folder and by rare texts, of the importers if the file has none', () => {
  const texts = new Map([
    ['web/src/modules/stations/use-map.ts', ''],
    ['web/src/modules/stations/Map.tsx', '<h2>电站分布</h2><p>导出</p>'],
    ['e2e/station.journey.ts', ''],
    ['e2e/exports.journey.ts', "name: '导出'"],
    ['e2e/archive.journey.ts', "name: '电站分布'; name: '导出'"],
    ['e2e/captcha.journey.ts', "name: '拼图'"],
  ])
  expect(
    nearestJourneys(
      texts,
      [['web/src/modules/stations/use-map.ts'], ['web/src/modules/stations/Map.tsx']],
      3,
    ),
  ).toEqual(['e2e/archive.journey.ts', 'e2e/station.journey.ts', 'e2e/exports.journey.ts'])
})
