import { stationCalls } from '@heliodesk/contract/stations.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { useGrants } from '../../lib/permission.tsx'
import { Projects } from './Projects.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

test.each([
  ['1', '关闭', '关闭“云岭项目”？', '3'],
  ['3', '重新启用', '重新启用“云岭项目”？', '1'],
])('a project in state %s can be switched: %s', async (status, verb, title, next) => {
  vi.stubGlobal('innerWidth', 1440)
  useGrants.setState({ pages: [], buttons: ['station:edit'], notInForce: [] })
  const project = {
    id: '4',
    version: 2,
    name: '云岭项目',
    depId: '5',
    depName: '云岭',
    stationCount: 3,
    status,
  }
  const sent = answering({
    [stationCalls.psaList.path]: { records: [project], total: 1 },
    [stationCalls.editPsa.path]: { ...project, status: next },
  })
  render(<Projects adding={false} onAdding={() => undefined} />, { wrapper: Page })
  const row = within((await screen.findByText('云岭项目')).closest('tr')!)
  await userEvent.click(row.getByRole('button', { name: '更多操作' }))
  await userEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: verb }))
  const question = within((await screen.findByText(title)).closest<HTMLElement>('[role=dialog]')!)
  await userEvent.click(question.getByRole('button', { name: verb, hidden: true }))
  const edits = () => sent.filter(({ path }) => path === stationCalls.editPsa.path)
  await waitFor(() => expect(edits()).toHaveLength(1))
  expect(edits()[0]!.input).toMatchObject({ id: '4', version: 2, status: next })
})
