import { oaFormCalls } from '@heliodesk/contract/oa-forms.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { everyKind } from '../../domain/oa-form/samples.ts'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { FormPane } from './FormPane.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()
Element.prototype.scrollIntoView = () => undefined

const only = (...keys: string[]) => everyKind.fields.filter(({ key }) => keys.includes(key))
const few = only('place', 'scope', 'basis')
const detail = (more = {}) => ({
  id: '4',
  key: 'outing',
  name: '外出审批',
  prefix: 'WC',
  current: 2,
  active: true,
  isChanged: true,
  version: 9,
  about: '',
  roleIds: [],
  departmentIds: [],
  definition: { ...everyKind, fields: few },
  versions: [],
  nodes: ['head'],
  roles: [],
  updatedBy: '',
  updateTime: '2026-11-20 08:00:00',
  ...more,
})

type Sent = { path: string; input: Record<string, unknown> }[]

async function show(fields = few) {
  const definition = { ...everyKind, fields }
  const sent: Sent = answering({
    [oaFormCalls.detail.path]: detail({ definition }),
    [oaFormCalls.edit.path]: (sentNow: { definition: object }) => detail({ ...sentNow, version: 10 }),
    [oaFormCalls.discard.path]: detail({ version: 10, isChanged: false }),
  })
  showPage(<FormPane id="4" onBack={null} />, '/')
  await screen.findByRole('list', { name: '字段' })
  return {
    saved: async () => {
      await press('保存草稿')
      const edited = () => sent.findLast(({ path }) => path === oaFormCalls.edit.path)
      await waitFor(() => expect(edited()).toBeTruthy())
      return (edited()!.input.definition as typeof everyKind).fields
    },
    sent,
  }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const listed = () =>
  within(screen.getByRole('list', { name: '字段' }))
    .getAllByRole('button')
    .map(({ firstElementChild }) => firstElementChild!.textContent)
const open = (label: string) =>
  userEvent.click(
    within(screen.getByRole('list', { name: '字段' })).getByRole('button', { name: new RegExp(`^${label}`) }),
  )
const properties = () => within(screen.getByRole('region', { name: '字段属性' }))

test('a field is added at the end, named, and saved with a key of its own', async () => {
  const { saved } = await show()
  await press('添加字段')
  await userEvent.click(await screen.findByRole('menuitem', { name: '金额' }))
  expect(listed()).toEqual(['目的地 *', '范围 *', '外出依据 *', '金额'])
  const name = properties().getByLabelText(/^字段名称/)
  await userEvent.clear(name)
  await userEvent.paste('押金')
  await userEvent.click(properties().getByLabelText('必填'))
  expect(listed().at(-1)).toBe('押金 *')
  expect((await saved()).at(-1)).toMatchObject({
    kind: 'money',
    key: 'field4',
    label: '押金',
    required: true,
  })
})

test('fields move by the buttons and by Alt with the arrows, as far as the ends', async () => {
  await show()
  expect(properties().getByRole('button', { name: '上移' }).getAttribute('aria-disabled')).toBe('true')
  await press('下移')
  expect(listed().slice(0, 2)).toEqual(['范围 *', '目的地 *'])
  await open('目的地')
  await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
  expect(listed().slice(0, 2)).toEqual(['目的地 *', '范围 *'])
})

test('a field above the one that its condition asks about is named as a fault, and cannot be published', async () => {
  await show()
  await open('外出依据')
  await press('上移')
  expect(screen.getAllByRole('status').some(({ textContent }) => textContent?.includes('外出依据'))).toBe(
    true,
  )
  expect(properties().getByRole('alert').textContent).toContain('外出依据')
  expect(screen.getByRole('button', { name: '发布' }).getAttribute('aria-disabled')).toBe('true')
})

test('a field is removed after a question, and not before', async () => {
  const { saved } = await show()
  await open('目的地')
  await press('删除字段')
  let question = within(await screen.findByRole('dialog'))
  expect(question.getByText('删除“目的地”？')).toBeTruthy()
  expect(question.getByText('已发起的申请保留这一项。')).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: '取消' }))
  expect(listed()).toHaveLength(3)
  await open('目的地')
  await userEvent.keyboard('{Delete}')
  question = within(await screen.findByRole('dialog'))
  await userEvent.click(question.getByRole('button', { name: '删除' }))
  expect(listed()).toEqual(['范围 *', '外出依据 *'])
  expect((await saved()).map(({ key }) => key)).toEqual(['scope', 'basis'])
})

test('a copy has keys of its own; options and columns get names that are free', async () => {
  const { saved } = await show(only('scope', 'costs'))
  await open('范围')
  await press('增加选项')
  await userEvent.type(properties().getByLabelText('选项 3 名称'), '甲')
  await press('删除选项 1')
  await open('费用预计')
  await press('增加一列')
  await press('复制字段')
  const [scope, costs, copy] = await saved()
  expect(scope).toMatchObject({
    options: [
      { value: 'far', label: '外地' },
      { value: 'option3', label: '选项3甲' },
    ],
  })
  expect(costs).toMatchObject({ columns: [{}, {}, {}, { key: 'column4', label: '列 4', kind: 'text' }] })
  expect(copy).toMatchObject({ key: 'field3', label: '费用预计（副本）', sum: { key: 'field3Total' } })
})

test('the draft is given up after a question: the form is as published', async () => {
  const { sent } = await show()
  await press('更多操作')
  await userEvent.click(await screen.findByRole('menuitem', { name: '放弃草稿' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText('放弃“外出审批”的草稿？')).toBeTruthy()
  expect(question.getByText('没有发布的修改不能恢复，表单回到第 2 版。')).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: '放弃草稿' }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path === oaFormCalls.discard.path)?.input).toEqual({
      id: '4',
      version: 9,
    }),
  )
  await waitFor(() => expect(screen.queryByText('有未发布的修改')).toBeNull())
})
