import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { FormDefinition } from '@heliodesk/contract/form-fields.ts'
import type { FormValues } from '@heliodesk/contract/form-values.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { FormFields } from './FormFields.tsx'
import { everyKind } from './samples.ts'
import { useOaForm } from './use-oa-form.ts'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()
Element.prototype.scrollIntoView = () => undefined

const nothing = () => undefined

function Filled({
  fields,
  start,
  onSend,
}: {
  fields: FormDefinition['fields']
  start: FormValues
  onSend: (sent: object) => void
}) {
  const form = useOaForm(fields, start)
  return (
    <form ref={form.form}>
      <FormFields form={form} onBusy={nothing} />
      <button type="button" onClick={() => form.submit(onSend)}>
        提交
      </button>
    </form>
  )
}

/** Shows these fields of the form; `send` presses 提交 and answers what was sent, or null. */
function show(keys: readonly string[], start: FormValues = {}) {
  answering({
    [approvalCalls.colleagues.path]: [{ id: '8', realname: '周砚秋', departName: '宁夏运维中心' }],
  })
  const onSend = vi.fn<(sent: object) => void>()
  const fields = everyKind.fields.filter(({ key }) => keys.includes(key))
  render(<Filled fields={fields} start={start} onSend={onSend} />, { wrapper: Page })
  return {
    send: async () => {
      onSend.mockClear()
      await userEvent.click(screen.getByRole('button', { name: '提交' }))
      return onSend.mock.lastCall?.[0] ?? null
    },
  }
}
const type = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label))
  await userEvent.type(screen.getByLabelText(label), text)
  await userEvent.tab()
}
const choose = async (label: string, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByTitle(option))
}
/** The fault below a field, which its control is described by. */
const faultOf = (label: string) => {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? '').join(' ')
}

test('a field of every kind is shown under its name, with its unit and what is asked for', () => {
  show(
    everyKind.fields.map(({ key }) => key),
    { scope: 'far' },
  )
  for (const name of [
    '目的地',
    '事由',
    '里程',
    '预支',
    '用车日期',
    '开始日期',
    '结束日期',
    '天数',
    '范围',
    '外出依据',
    '同行人',
    '接待部门',
    '前往电站',
  ])
    expect(screen.getByLabelText(name), name).toBeTruthy()
  expect(screen.getByRole('group', { name: '费用预计' })).toBeTruthy()
  expect(screen.getByText('写到区县')).toBeTruthy()
  expect(screen.getByText('公里')).toBeTruthy()
  expect(screen.getByText(/最多.*2.*个/)).toBeTruthy()
})

test('nothing is sent until what is required is filled in; the first fault has the focus', async () => {
  const { send } = show(['place', 'about', 'scope'])
  expect(await send()).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('目的地')))
  expect(faultOf('目的地')).toMatch(/目的地/)
  expect(faultOf('范围')).toMatch(/范围/)
  expect(faultOf('事由')).not.toMatch(/必填|请填写/)
  await type('目的地', '红柳沟')
  await choose('范围', '本市')
  expect(await send()).toEqual({ place: '红柳沟', scope: 'near' })
})

test.each([
  ['里程', '501', '不能大于 500'],
  ['预支', '-1', '不能小于 0'],
])('%s of %s is refused', async (label, typed, fault) => {
  const { send } = show(['distance', 'advance'])
  await type(label, typed)
  expect(await send()).toBeNull()
  expect(faultOf(label)).toContain(fault)
})

test('a number is rounded to the decimals of its field', async () => {
  const { send } = show(['distance'])
  await type('里程', '1.26')
  expect(await send()).toEqual({ distance: 1.3 })
})

test('a field with a condition is there only while the condition holds, and is then required', async () => {
  const { send } = show(['scope', 'basis'])
  expect(screen.queryByLabelText('外出依据')).toBeNull()
  await choose('范围', '外地')
  expect(await send()).toBeNull()
  expect(faultOf('外出依据')).toMatch(/外出依据/)
  await type('外出依据', '检修计划')
  expect(await send()).toEqual({ scope: 'far', basis: '检修计划' })
  await choose('范围', '本市')
  expect(screen.queryByLabelText('外出依据')).toBeNull()
  expect(await send()).toMatchObject({ scope: 'near' })
})

test('the days of a range are counted; an end before its beginning is refused', async () => {
  const { send } = show(['period'], { from: '2026-11-20', until: '2026-11-22' })
  expect(screen.getByLabelText<HTMLInputElement>('天数').value).toBe('3')
  expect(screen.getByLabelText<HTMLInputElement>('天数').disabled).toBe(true)
  expect(await send()).toMatchObject({ from: '2026-11-20', until: '2026-11-22' })
})

test('a range that ends before it begins says so at its end', async () => {
  const { send } = show(['period'], { from: '2026-11-20', until: '2026-11-19' })
  expect(await send()).toBeNull()
  expect(faultOf('结束日期')).toContain('不能早于开始日期')
})

test('a colleague is found by name', async () => {
  const { send } = show(['companion'])
  await choose('同行人', '周砚秋')
  expect(await send()).toEqual({ companion: '8' })
})

test('rows of a table are added up to its limit, summed, checked and removed', async () => {
  const { send } = show(['costs'])
  const add = screen.getByRole('button', { name: '增加一行' })
  await type('第 1 行说明', '加油')
  expect(await send()).toBeNull()
  expect(faultOf('费用预计')).toContain('第 1 行')
  await type('第 1 行金额', '300')
  await userEvent.click(add)
  expect(document.activeElement).toBe(screen.getByLabelText('第 2 行说明'))
  await type('第 2 行说明', '高速')
  await type('第 2 行金额', '120.5')
  await choose('第 2 行类别', '过路费')
  const table = within(screen.getByRole('group', { name: '费用预计' }))
  expect(table.getByText('420.50 元')).toBeTruthy()
  await userEvent.click(add)
  await waitFor(() => expect(add.getAttribute('aria-disabled')).toBe('true'))
  await userEvent.click(screen.getByRole('button', { name: '删除第 3 行' }))
  await userEvent.click(screen.getByRole('button', { name: '删除第 1 行' }))
  expect(table.getByText('120.50 元')).toBeTruthy()
  expect(await send()).toEqual({ costs: [{ matter: '高速', amount: 120.5, sort: 'road' }] })
})
