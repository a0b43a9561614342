import type { Call } from '@heliodesk/contract/call.ts'
import { columnsOf, permissionTitles, type RightColumn } from '@heliodesk/contract/permissions.ts'
import { expect, it } from 'vitest'
import { modules } from '../src/modules.ts'

const commands = modules
  .flatMap((module) => Object.values<Call>(module.calls))
  .filter(({ kind }) => kind === 'command')

/** What the commands behind a column of the role editor are called. */
const told: readonly (readonly [column: RightColumn, title: RegExp])[] = [
  ['新建', /新建|新增|保存|登记/],
  ['编辑', /编辑|修改|保存|续期/],
  ['删除', /删除|退场|退役|停用|报废|撤销/],
]

const covered = Object.keys(permissionTitles).flatMap((code) =>
  told.flatMap(([column, title]) =>
    columnsOf(code).includes(column) ? [[code, column, title] as const] : [],
  ),
)

it.each(covered)('%s covers %s, because it opens such a call', (code, _column, title) => {
  const opened = commands.filter(({ access }) => typeof access === 'object' && access.perm === code)
  expect(opened.map((call) => call.title)).toContainEqual(expect.stringMatching(title))
})
