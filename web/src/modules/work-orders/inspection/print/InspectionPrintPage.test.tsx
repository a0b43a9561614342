import { inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import type { StepPhoto } from '@heliodesk/contract/order-photos.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sheetItem, sheetLine, sheetWith } from '../../../../domain/inspection/sheet.fixture.ts'
import { isolatePages, showPage } from '../../../../kit/page.fixture.tsx'
import { answering } from '../../../../lib/answering.fixture.ts'
import { fullOrder } from '../../order.fixture.ts'
import { InspectionPrintPage } from './InspectionPrintPage.tsx'

vi.mock('../../../../lib/call.ts', { spy: true })
isolatePages()

const order = { ...fullOrder, flowSts: 4, flowStsName: '已完成', planCode: 'JH1', signatureList: [] }
const photo: StepPhoto = {
  id: '70',
  stepNo: 1,
  file: {
    uid: '1',
    name: '桩头.jpg',
    fileName: '桩头.jpg',
    pathName: 'reading/1',
    path: 'reading/1',
    fileType: 'image/jpeg',
    size: 9,
    url: '/f/1',
    fileUrlThumbnail: null,
    fileUrlPreview: null,
  },
  uploaderId: '4',
  uploaderName: '李沐阳',
  addTime: '2026-11-24 09:13:00',
  takenTime: '2026-11-24 09:12:30',
  latitude: null,
  longitude: null,
  marks: [],
  originalSha256: null,
  film: null,
}
const sheet = sheetWith({
  finishTime: '2026-11-24 10:30:00',
  ambient: 31.5,
  itemList: [
    sheetItem({ name: '桩头温度', limits: { high: { at: 90 } } }),
    sheetItem({ name: '相对温差', kind: 'computed', formula: 'relative', unit: '%' }, '8'),
    sheetItem({ name: '渗漏油', kind: 'judge', normalText: '无渗油' }, '9'),
  ],
  lineList: [
    sheetLine({
      value: 96,
      verdict: 'abnormal',
      grade: 'II',
      recorderName: '李沐阳',
      doneTime: '2026-11-24 09:12:00',
      defect: { orderId: '6', workCode: 'GD6' },
      photoList: [photo],
    }),
    sheetLine({ no: 2, itemId: '8', value: 12, parts: [96, 88, 30], verdict: 'normal', note: '负荷 80 %' }),
    sheetLine({ no: 3, itemId: '9', verdict: 'abnormal', grade: 'III', exemptReason: '已登记在册' }),
  ],
})

function show(more: { sheet?: object | null; order?: object } = {}) {
  answering({
    [inspectionSheetCalls.detail.path]: more.sheet === undefined ? sheet : more.sheet,
    [workOrderCalls.detail.path]: { ...order, ...more.order },
  })
  showPage(<InspectionPrintPage />, '/?id=5')
}

test('a device has its readings with units, what became of them, who took them, and photos', async () => {
  show()
  const table = within(await screen.findByRole('table', { name: '3 号箱变' }))
  const rows = table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
  expect(rows[1]).toEqual(['1', '桩头温度', '96 ℃', '≤ 90 ℃', '异常II 级', '转缺陷 GD6', '李沐阳11-24 09:12'])
  expect(rows[3]!.slice(2, 6)).toEqual([
    '12 %',
    expect.any(String),
    '正常',
    '实测 热点 96、正常对应点 88、环境温度 30；负荷 80 %',
  ])
  expect(rows[4]!.slice(2, 6)).toEqual(['--', '无渗油', '异常III 级', '免转：已登记在册'])
  expect(table.getByRole('list', { name: '桩头温度的照片' })).toBeTruthy()
  expect(screen.getByRole('table', { name: '签字' }).textContent).toContain('验收人')
  expect(screen.getByRole('table', { name: '基本信息' }).textContent).toMatch(/JH1.*31\.5 ℃.*3 \/ 3 项/)
})

test('it is printed once its photos are there', async () => {
  show()
  const print = await screen.findByRole('button', { name: '打印' })
  await screen.findByRole('table', { name: '3 号箱变' })
  expect(print.getAttribute('aria-disabled') ?? print.hasAttribute('disabled')).toBeTruthy()
  fireEvent.load(screen.getByRole('img', { name: photo.file.name }))
  expect(print.getAttribute('aria-disabled')).not.toBe('true')
})

test.each([
  [{ sheet: { ...sheet, finishTime: null } }, '未完成'],
  [{ order: { flowSts: 3, flowStsName: '待验收' } }, '待验收'],
])('what is not to be filed says so on every page', async (more, words) => {
  show(more)
  const paper = await screen.findByRole('article')
  expect(paper.dataset.mark).toBe(words)
})

test('an order without a sheet has nothing to print', async () => {
  show({ sheet: null })
  expect(await screen.findByText('没有巡检记录')).toBeTruthy()
})
