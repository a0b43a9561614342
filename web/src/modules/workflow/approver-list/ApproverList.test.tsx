import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Hold } from '../../../../gallery/Hold.tsx'
import { isolatePages, showPage } from '../../../kit/page.fixture.tsx'
import { answering } from '../../../lib/answering.fixture.ts'
import { ApproverList } from './ApproverList.tsx'
import { empty, formFields, purchase } from './samples.ts'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()
const reported = vi.fn()
vi.stubGlobal('reportError', reported)

const answers = {
  [workOrderCalls.people.path]: [],
  [workflowCalls.roles.path]: [
    { code: 'r10010', name: '区域经理' },
    { code: 'r10020', name: '站长' },
  ],
  [departmentCalls.tree.path]: [],
}

const changed = vi.fn<(xml: string) => void>()
function show(start: string) {
  answering(answers)
  showPage(
    <Hold start={start}>
      {(xml, onChange) => (
        <ApproverList
          xml={xml}
          fieldsOf={() => formFields}
          onChange={(next) => {
            changed(next)
            onChange(next)
          }}
        />
      )}
    </Hold>,
    '/',
  )
}

const card = (name: RegExp) => screen.findByRole('button', { name })

test('a copy is added between steps and given its people, and the file has it', async () => {
  show(empty)
  await userEvent.click(await card(/^在最前面添加$/))
  await userEvent.click(screen.getByRole('menuitem', { name: '抄送' }))
  expect((await card(/^抄送/)).textContent).toContain('请选择抄送给谁')
  const panel = await screen.findByRole('region', { name: '抄送的设置' })
  expect(within(panel).queryByText('时限')).toBeNull()
  await userEvent.click(within(panel).getByRole('combobox', { name: '添加的种类' }))
  await userEvent.click(await screen.findByText('发起人的上级'))
  expect((await card(/^抄送/)).textContent).toContain('抄送给发起人的上级')
  await vi.waitFor(() => {
    const xml = changed.mock.lastCall?.[0] ?? ''
    expect(xml).toMatch(/<bpmn:sendTask [^>]*wf:candidateHeads="starter"/)
    expect(xml).toMatch(/sourceRef="start" targetRef="copy_1"/)
    expect(xml).not.toContain('name=""')
  })
  expect(reported).not.toHaveBeenCalled()
})

/** Takes the region managers out of the copy step of the purchase, which leaves the starter's superior. */
async function takeManagersOut() {
  show(purchase)
  const found = await card(/^抄送财务/)
  await vi.waitFor(() => expect(found.textContent).toContain('抄送给发起人的上级、区域经理'))
  await userEvent.click(found)
  const panel = await screen.findByRole('region', { name: '抄送财务的设置' })
  await userEvent.click(within(panel).getByRole('button', { name: '移除 区域经理' }))
  return { found, panel }
}

test('a copy in a branch says whom it is for', async () => {
  const { found } = await takeManagersOut()
  await vi.waitFor(() => expect(found.textContent).toContain('抄送给发起人的上级'))
  expect(found.textContent).not.toContain('区域经理')
})

test('changes are taken back one by one, and done again', async () => {
  const { found, panel } = await takeManagersOut()
  await vi.waitFor(() => expect(found.textContent).not.toContain('区域经理'))
  await userEvent.click(within(panel).getByRole('button', { name: /^移除 发起人的上级/ }))
  await vi.waitFor(() => expect(found.textContent).toContain('请选择抄送给谁'))
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  await press('撤销')
  await vi.waitFor(() => expect(found.textContent).toContain('抄送给发起人的上级'))
  await press('撤销')
  await vi.waitFor(() => expect(found.textContent).toContain('区域经理'))
  expect(screen.getByRole('button', { name: '撤销' }).getAttribute('aria-disabled')).toBe('true')
  await press('重做')
  await vi.waitFor(() => expect(found.textContent).not.toContain('区域经理'))
  await press('重做')
  await vi.waitFor(() => expect(found.textContent).toContain('请选择抄送给谁'))
  expect(screen.getByRole('button', { name: '重做' }).getAttribute('aria-disabled')).toBe('true')

  found.focus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await vi.waitFor(() => expect(found.textContent).toContain('抄送给发起人的上级'))
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await vi.waitFor(() => expect(found.textContent).toContain('请选择抄送给谁'))
  await userEvent.keyboard('{Control>}z{/Control}')
  await vi.waitFor(() => expect(found.textContent).toContain('抄送给发起人的上级'))
  await userEvent.keyboard('{Control>}y{/Control}')
  await vi.waitFor(() => expect(found.textContent).toContain('请选择抄送给谁'))
})
