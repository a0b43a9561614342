import { dataImportCalls as calls, importTemplate } from '@heliodesk/contract/data-import.ts'
import { inspectionItemCalls } from '@heliodesk/contract/inspection-items.ts'
import { beforeAll, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire, signInAdministrator } from '../../../test/hire.ts'
import { runNext } from '../../../test/job-tools.ts'
import { runImport } from './jobs.ts'
import { refusedUpload, upload } from './upload.fixture.ts'

const harness = useHarness()
let admin: string

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
})

const TITLES =
  '分类,项目名称,方法,记录,计算方法,单位,正常范围,关注,II 级,I 级,超限等级,正常描述,留证,趋势提醒,单次跳变'
const sent = (lines: string[]) => ({
  kind: 'items',
  depCode: 'A01',
  content: Buffer.from([TITLES, ...lines].join('\r\n')),
})
const check = (lines: string[]) => upload(harness, admin, sent(lines))
const faultsOf = async (lines: string[]) =>
  (await check(lines)).report.findings.map(({ row, field, message }) => [row, field, message])
const run = async (id: string) => {
  await harness.call(admin, calls.run, { id })
  await runNext(harness, runImport)
  return harness.call(admin, calls.job, { id })
}
const find = async (name: string) =>
  (await harness.call(admin, inspectionItemCalls.page, { keyword: name, size: 100 })).pageList.find(
    (each) => each.name === name,
  )

it('adds items with their limits, and skips those that the company has', async () => {
  const { id, report } = await check([
    '箱变/主变,绕组温度,表计,数值,,℃,≤ 105,≥95,> 110,>130,III,,每次拍照,10,15',
    '直流屏与蓄电池,浮充电压,测量,数值,,V,2.23~2.28,,,,II,,,,',
    '光伏阵列 / 组件,接线盒温升,计算,计算,温升,K,<20,,,,,,异常时拍照,,',
    '消防安防,消防沙箱,目测,,,,,,,,,砂量足,,,',
    '逆变器,机内温度,读数,数值,,℃,<75,,,,,,,,',
  ])
  expect(report).toMatchObject({ okCount: 4, badCount: 0, knownCount: 1, items: 4 })
  expect(await run(id)).toMatchObject({ state: 'done', result: { items: 4, skipped: 1 } })
  expect(await find('绕组温度')).toMatchObject({
    category: 'transformer',
    kind: 'number',
    unit: '℃',
    photo: 'always',
    trendRise: 10,
    jump: 15,
    itemVersion: 1,
    limits: {
      low: null,
      high: { at: 105, open: false },
      watch: { low: null, high: { at: 95, open: false } },
      gradeII: { low: null, high: { at: 110, open: true } },
      gradeI: { low: null, high: { at: 130, open: true } },
      grade: 'III',
    },
  })
  expect(await find('浮充电压')).toMatchObject({
    limits: { low: { at: 2.23, open: false }, high: { at: 2.28, open: false }, grade: 'II' },
  })
  expect(await find('接线盒温升')).toMatchObject({ category: 'module', kind: 'computed', formula: 'rise' })
  expect(await find('消防沙箱')).toMatchObject({ kind: 'judge', normalText: '砂量足', photo: 'never' })
  // Repeating it adds nothing.
  const { report: again } = await check(['消防安防,消防沙箱,目测,,,,,,,,,砂量足,,,'])
  expect(again).toMatchObject({ okCount: 0, knownCount: 1 })
})

it('says of each row what is wrong, in the words of the form', async () => {
  expect(
    await faultsOf([
      ',无分类,目测,,,,,,,,,,,,',
      '光伏阵列,太大,目测,,,,,,,,,,,,',
      '风机,没有,目测,,,,,,,,,,,,',
      '逆变器,,目测,,,,,,,,,,,,',
      '逆变器,缺单位,读数,数值,,,≤ 5,,,,,,,,',
      '逆变器,看不懂,读数,数值,,℃,大约 5,,,,,,,,',
      '逆变器,颠倒,读数,数值,,℃,9~5,,,,,,,,',
      '逆变器,缺公式,计算,计算,,K,≤ 5,,,,,,,,',
      '逆变器,负跳变,读数,数值,,℃,≤ 5,,,,,,,,-1',
      '逆变器,同名,目测,,,,,,,,,,,,',
      '逆变器,同名,目测,,,,,,,,,,,,',
      '逆变器,等级,目测,,,,,,,,IV,,,,',
    ]),
  ).toEqual([
    [2, '分类', '此项为必填项'],
    [3, '分类', '请选择“光伏阵列”下的组件、组串或支架'],
    [4, '分类', '没有“风机”，应为巡检项目的分类，如 逆变器、箱变/主变'],
    [5, '项目名称', '此项为必填项'],
    [6, '单位', '请填写单位'],
    [7, '正常范围', '“大约 5”看不懂，应如 ≤ 85，或 ≥ 2.23、≤ 2.28'],
    [8, '正常范围', '下限不能大于上限'],
    [9, '计算方法', '请选择计算方法'],
    [10, '单次跳变', '应大于 0'],
    [12, '项目名称', '与第 11 行是同一分类的同名项目'],
    [13, '超限等级', '没有“IV”，应为III、II 或 I'],
  ])
})

it('reads its own template, and refuses who may not edit items', async () => {
  const content = importTemplate('items')
  const { report } = await upload(harness, admin, { kind: 'items', depCode: 'A01', content })
  expect(report.findings).toEqual([])
  const { token } = await hire(harness, { username: 'importer', codes: ['import:run', 'order:list'] })
  expect(await refusedUpload(harness, token, { kind: 'items', depCode: 'A01', content })).toMatch(/权限|部门/)
})

it('leaves out what somebody added meanwhile', async () => {
  const { id } = await check(['接地,跨步电压,测量,数值,,V,≤ 50,,,,,,,,', '接地,引下线,目测,,,,,,,,,完好,,,'])
  await harness.call(admin, inspectionItemCalls.add, {
    name: '跨步电压',
    category: 'earthing',
    method: '测量',
    kind: 'number',
    unit: 'V',
    limits: {},
  })
  expect(await run(id)).toMatchObject({ state: 'done', result: { items: 1, skipped: 1 } })
})
