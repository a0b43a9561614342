import { fieldReportCalls } from '@heliodesk/contract/field-reports.ts'
import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { actOf } from '../../../domain/field/acts.ts'
import { NO_FIELD, useField } from '../../../domain/field/field-store.ts'
import { openInMemory } from '../../../domain/field/outbox.fixture.ts'
import { dropReport, keepReport, waitingReports } from '../../../domain/field/reports.ts'
import { isolatePages, Page } from '../../../kit/page.fixture.tsx'
import { answering } from '../../../lib/answering.fixture.ts'
import { useSession } from '../../../lib/session.ts'
import { user } from '../../../lib/user.fixture.ts'
import { readDraft, type Draft } from './draft.ts'
import { ReportForm } from './ReportForm.tsx'
import { ReportList } from './ReportList.tsx'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()

const LANE = '0a8b2c4e-0000-4000-8000-000000000000'
const refusal = { code: 'report.no_station', message: '电站已不存在，请重新选择电站后再次上报' }

beforeEach(() => {
  localStorage.clear()
  useSession.setState({ token: 'T', user })
  useField.setState(NO_FIELD)
  answering({
    [fieldReportCalls.choices.path]: {
      stations: [{ psId: '3', psName: '红柳沟一期' }],
      levels: [{ defectLevel: 'I', label: '紧急' }],
    },
    [fieldReportCalls.mine.path]: [],
    [deviceCalls.detail.path]: null,
  })
})

function show(draft: Partial<Draft> = {}, isAgain = false) {
  const field = openInMemory()
  const onKept = vi.fn()
  render(
    <ReportForm open draft={{ lane: LANE, ...draft }} isAgain={isAgain} onClose={() => {}} onKept={onKept} />,
    {
      wrapper: Page,
    },
  )
  return { ...field, onKept, acts: () => field.rows().map((row) => actOf(row)) }
}
const text = () => screen.getByRole('textbox', { name: '缺陷情况' })
const send = () => userEvent.click(screen.getByRole('button', { name: '上报' }))
const photo = () => new File([new Uint8Array(2048)], 'IMG_1.jpg', { type: 'image/jpeg', lastModified: 0 })

test('what is wrong, and where, has to be said', async () => {
  const { acts, onKept } = show()
  await send()
  expect(await screen.findByText('请填写缺陷情况')).toBeTruthy()
  expect(screen.getByText('请选择电站', { selector: '.note' })).toBeTruthy()
  expect([acts(), onKept.mock.calls]).toEqual([[], []])
})

test('a report and its photos are one lane, of which the report has the key', async () => {
  const { acts, rows, onKept } = show({ psId: '3' })
  await userEvent.type(text(), ' 套管渗油 ')
  await userEvent.upload(screen.getByLabelText('选缺陷照片'), photo())
  expect(
    within(await screen.findByRole('list', { name: '已拍的照片' })).getAllByRole('listitem'),
  ).toHaveLength(1)
  expect(readDraft()).toMatchObject({ lane: LANE, psId: '3' })
  await send()
  await waitFor(() => expect(onKept).toHaveBeenCalled())
  expect(acts()).toMatchObject([
    { act: 'reportPhoto', given: { photo: { name: 'IMG_1.jpg' } } },
    { act: 'report', given: { psId: '3', text: '套管渗油', latitude: null, longitude: null } },
  ])
  expect(rows().map(({ lane, key, opens }) => [lane, key === LANE, opens])).toEqual([
    [LANE, false, undefined],
    [LANE, true, true],
  ])
  expect(readDraft()).toBeNull()
})

test('a refused report is written again under a key of its own, with the same photos', async () => {
  const { change, rows, onKept } = show({ psId: '3', text: '套管渗油' }, true)
  await userEvent.upload(screen.getByLabelText('选缺陷照片'), photo())
  await send()
  await waitFor(() => expect(onKept).toHaveBeenCalledTimes(1))
  change([{ did: 'refuse', key: LANE, refusal }])
  await keepReport(LANE, { psId: '4', text: '套管渗油' })
  const [again, ...others] = waitingReports(useField.getState().book)
  expect([again?.given.psId, again?.photos, again?.row.key === LANE, others]).toEqual(['4', 1, false, []])
  expect(rows().filter(({ photo: id }) => id !== null)).toHaveLength(1)
})

test('a report that is dropped takes its photos along, and one on its way is not dropped', async () => {
  const { change, rows, onKept } = show({ psId: '3', text: '套管渗油' })
  await userEvent.upload(screen.getByLabelText('选缺陷照片'), photo())
  await send()
  await waitFor(() => expect(onKept).toHaveBeenCalled())
  change([{ did: 'try', keys: [LANE] }])
  expect(await dropReport(LANE)).toBe(false)
  change([{ did: 'refuse', key: LANE, refusal }])
  expect(await dropReport(LANE)).toBe(true)
  expect(rows()).toEqual([])
})

test('the list says where each report stands', async () => {
  const { change, onKept } = show({ psId: '3', text: '套管渗油' })
  await send()
  await waitFor(() => expect(onKept).toHaveBeenCalled())
  answering({
    [fieldReportCalls.mine.path]: [
      {
        report: 'b-2',
        text: '支架锈蚀',
        psName: '红柳沟一期',
        orderId: '9',
        workCode: 'GD20261128000001',
        flowStsName: '待指派',
        isVisible: true,
        marks: ['设备“1 号箱变”已退役'],
        reportTime: '2026-11-28 09:00:00',
      },
    ],
  })
  render(<ReportList />, { wrapper: Page })
  expect(await screen.findByText('在本机')).toBeTruthy()
  expect(await screen.findByText('已受理')).toBeTruthy()
  expect(screen.getByText('注明：设备“1 号箱变”已退役')).toBeTruthy()
  expect(screen.getByRole('link', { name: /工单 GD20261128000001/ }).getAttribute('href')).toContain(
    'order=9',
  )
  change([{ did: 'refuse', key: LANE, refusal }])
  expect(await screen.findByText('被拒绝')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(refusal.message)
  expect(screen.getByRole('link', { name: '修改后再报' })).toBeTruthy()
})
