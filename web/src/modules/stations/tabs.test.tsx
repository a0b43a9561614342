import { resourcePlanCalls } from '@heliodesk/contract/resource-plans.ts'
import { stationDocumentCalls } from '@heliodesk/contract/station-documents.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { answering, refusal } from '../../lib/answering.fixture.ts'
import { sendFile } from '../../lib/call.ts'
import { closeNotices, useNotices } from '../../lib/notices.ts'
import { useGrants } from '../../lib/permission.tsx'
import { DocumentsTab } from './DocumentsTab.tsx'
import { PlanTab } from './PlanTab.tsx'
import type { KnownStation } from './station.ts'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => {
  closeNotices()
  useGrants.setState({ pages: [], buttons: ['station:edit'], notInForce: [] })
})

const station = { psId: '3' } as KnownStation

const documentOf = (id: string, name: string, kind: string) => ({
  id,
  name,
  kind,
  version: 1,
  createdBy: '李慧',
  createTime: '2026-11-18 16:02:00',
  file: {
    uid: id,
    name: `${name}.pdf`,
    path: `a/${id}`,
    url: `/${id}`,
    fileType: 'application/pdf',
    size: 1000,
  },
})

test('documents are listed below their kinds', async () => {
  const documents = [documentOf('1', '一期总图', 'completion'), documentOf('2', '总平面', 'completion')]
  answering({ [stationDocumentCalls.list.path]: documents })
  render(<DocumentsTab station={station} />, { wrapper: Page })
  expect(await screen.findByText('一期总图')).toBeTruthy()
  expect(screen.getByRole('heading').textContent).toMatch(/ 2$/)
  expect(screen.getByRole('button', { name: '添加文档' })).toBeTruthy()
})

test('without documents there is a word about them', async () => {
  answering({ [stationDocumentCalls.list.path]: [] })
  render(<DocumentsTab station={station} />, { wrapper: Page })
  expect(await screen.findByText('还没有文档')).toBeTruthy()
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull()
})

const months = Array.from({ length: 12 }, (_each, at) => ({ month: at + 1 }))
const plan = { psId: '3', psName: '红柳沟一期', year: 2026, version: 1, years: [2026], months }

test('a file of plans that is refused says why, and the form can take another', async () => {
  answering({ [resourcePlanCalls.query.path]: plan })
  vi.mocked(sendFile).mockRejectedValue(refusal('文件不是表格'))
  render(<PlanTab station={station} />, { wrapper: Page })
  await userEvent.upload(await screen.findByLabelText('导入计划文件'), new File(['x'], '计划.csv'))
  await waitFor(() => expect(useNotices.getState().notices.map(({ text }) => text)).toEqual(['文件不是表格']))
})
