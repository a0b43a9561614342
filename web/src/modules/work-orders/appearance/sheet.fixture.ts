import { fullOrder } from '../order.fixture.ts'
import type { OrderDetail } from '../order.ts'
import type { Sheet, SheetRow } from './sheet.ts'

const fileOf = (name: string) => ({
  uid: name,
  name,
  fileName: name,
  pathName: name,
  path: `p/${name}`,
  fileType: 'image/jpeg',
  size: 10,
  url: `/f/${name}`,
  fileUrlThumbnail: `/t/${name}`,
  fileUrlPreview: `/v/${name}`,
})

export const photoOf = (id: string, stepNo: number) => ({
  id,
  stepNo,
  file: fileOf(`${id}.jpg`),
  uploaderId: '7',
  uploaderName: '陈建国',
  addTime: '2026-11-18 09:42:00',
  takenTime: null,
  latitude: null,
  longitude: null,
  marks: [],
  originalSha256: null,
  film: null,
})

const sheetRow: SheetRow = {
  no: 1,
  version: 4,
  category: '外围',
  project: '围栏完整',
  contentList: ['围栏连续', '标识齐全'],
  mark: 60,
  deductRule: '缺口每处扣 5 分',
  suggest: '修复缺口',
  needPhoto: true,
  mayNotInvolve: true,
  exampleFileList: [fileOf('例.jpg')],
  isNotInvolve: false,
  notInvolveReason: '',
  selfScore: null,
  improvementSuggest: '',
  firstScore: null,
  score: null,
  examineSuggest: '',
  rework: 'none',
  reworkNote: '',
  uploadFileList: [],
  afterFileList: [],
  trail: [],
}

const total = { got: 0, base: 100, score: null }

/** 围栏 60 and 道路 30 outside, 宿舍 10 with the living. */
export const sheetOf = (rows: Partial<SheetRow>[] = [], more: Partial<Sheet> = {}): Sheet => ({
  orderId: '7',
  passMark: 90,
  reworkPercent: 80,
  self: total,
  review: total,
  passRefusal: null,
  rowList: [
    { ...sheetRow, ...rows[0] },
    { ...sheetRow, no: 2, project: '厂区道路', mark: 30, needPhoto: false, ...rows[1] },
    { ...sheetRow, no: 3, category: '生活', project: '宿舍卫生', mark: 10, ...rows[2] },
  ],
  trend: [],
  ...more,
})

/** An order of type 18 that the user executes. */
export const appearanceOrder: OrderDetail = {
  ...fullOrder,
  taskType: 18,
  scored: true,
  liableUserId: '7',
}
/** One that another person executed, and that waits for its review. */
export const submittedOrder: OrderDetail = { ...appearanceOrder, liableUserId: '9', flowSts: 3, otherSts: 4 }
