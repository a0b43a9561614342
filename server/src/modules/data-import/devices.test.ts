import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { describe, expect, it } from 'vitest'
import { hire } from '../../../test/hire.ts'
import { useLedger } from '../../../test/ledger.ts'
import { UNUSABLE } from './findings.ts'
import { filesOf, importNow, upload } from './upload.fixture.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site
const admin = () => site.people.admin.token

const file = filesOf(
  'devices',
  '设备.csv',
  '设备编码,设备名称,电站,设备类型,所在区域,型号,额定功率(kW),投运日期',
)
const words = ({ report }: Awaited<ReturnType<typeof upload>>) =>
  report.findings.map(({ row, level, field, message }) => `${row} ${level} ${field}：${message}`)
const find = async (keyword: string) =>
  (await harness.call(admin(), deviceCalls.page, { keyword })).pageList.map(({ id }) => id)

describe('a file of devices', () => {
  it('adds them with type, space and the beginning of their history, once', async () => {
    await ledger.space('导入区')
    const lines = [
      'IMP-1,导入一号,甲公司西二,逆变器/组串式逆变器,导入区,ZC-225HX,225,2021-06-30',
      ',导入二号,甲公司西二,直流汇流箱,,,,',
    ]
    const { report } = await upload(harness, admin(), file(lines))
    expect(report).toMatchObject({ okCount: 2, badCount: 0, devices: 2 })
    expect(await find('导入一号')).toEqual([])
    expect((await importNow(harness, admin(), file(lines))).result).toMatchObject({ devices: 2 })
    const [id] = await find('导入一号')
    expect(await ledger.read(id!)).toMatchObject({
      code: 'IMP-1',
      typePath: '逆变器/组串式逆变器',
      spacePath: '导入区',
      ratedKw: 225,
      installedOn: '2021-06-30',
    })
    expect(await ledger.history(id!)).toMatchObject([{ action: 'create', note: '设备.csv 第 2 行' }])
    const [auto] = await find('导入二号')
    expect((await ledger.read(auto!)).code).toMatch(/^SB\d{7}$/)
    const again = await importNow(harness, admin(), file(lines.slice(0, 1)))
    expect(again.result).toEqual({ stations: 0, orders: 0, skipped: 1 })
  })

  it('changes by code only when asked to, shows each change before, and keeps what is blank', async () => {
    const device = await ledger.add('待更新', { code: 'UPD-1', model: '旧型号', serialNo: 'S-9' })
    const line = ['UPD-1,待更新改,甲公司西二,集中式逆变器,,新型号,,']
    expect((await upload(harness, admin(), file(line))).report).toMatchObject({ okCount: 0, knownCount: 1 })
    const checked = await upload(harness, admin(), file(line, { updates: '1' }))
    expect(words(checked)).toEqual([
      '2 warning 设备名称：由“待更新”改为“待更新改”',
      '2 warning 设备类型：由“逆变器/组串式逆变器”改为“逆变器/集中式逆变器”',
      '2 warning 型号：由“旧型号”改为“新型号”',
    ])
    const { result } = await importNow(harness, admin(), file(line, { updates: '1' }))
    expect(result).toMatchObject({ devicesUpdated: 1 })
    expect(await ledger.read(device.id)).toMatchObject({
      name: '待更新改',
      model: '新型号',
      serialNo: 'S-9',
      version: 2,
    })
    const [newest] = await ledger.history(device.id)
    expect(newest).toMatchObject({ action: 'edit', note: '设备.csv 第 2 行' })
  })

  it('names every row that cannot be, and imports none', async () => {
    await ledger.add('已有设备')
    await ledger.add('东部设备', { psId: ledger.east, code: 'EAST-1' }, admin())
    await ledger.add('别站设备', { psId: ledger.beside, code: 'BESIDE-1' })
    const job = await upload(
      harness,
      admin(),
      file(
        [
          ',好设备,甲公司西二,组串式逆变器,,,,',
          ',无站设备,甲公司东一,组串式逆变器,,,,',
          ',无类设备,甲公司西二,量子逆变器,,,,',
          ',无区设备,甲公司西二,组串式逆变器,火星区,,,',
          ',已有设备,甲公司西二,组串式逆变器,,,,',
          'EAST-1,东部设备,甲公司西二,组串式逆变器,,,,',
          'BESIDE-1,别站设备,甲公司西二,组串式逆变器,,,,',
          'SB9999999,假编码,甲公司西二,组串式逆变器,,,,',
          ',负功率,甲公司西二,组串式逆变器,,,-1,',
        ],
        { updates: '1' },
      ),
    )
    expect(words(job)).toEqual([
      '3 error 电站：所选部门没有名称或外部编号为“甲公司东一”的电站',
      '4 error 设备类型：没有启用的设备类型“量子逆变器”',
      '5 error 所在区域：该电站没有区域“火星区”，请先在区域管理中新建',
      '6 error 设备名称：该电站已有设备“已有设备”，更新请填写它的设备编码',
      '7 error 设备编码：该编码已被所选部门以外的设备占用',
      '8 error 电站：设备在电站“甲公司西三”，换电站请在设备台账中移动',
      '9 error 设备编码：没有编码为“SB9999999”的设备；新设备的编码不能用“SB”加数字，可以不填',
      '10 error 额定功率(kW)：不能为负数（-1）',
    ])
    expect(await find('好设备')).toEqual([])
  })

  it('tells nothing of a code that belongs to a device out of sight', async () => {
    const { token } = await hire(harness, {
      username: 'west.device.importer',
      codes: ['import:run', 'device:list', 'device:edit'],
      depCode: 'A01A02',
    })
    await ledger.add('隐蔽设备', { psId: ledger.east, code: 'HIDDEN-1', model: '甲型' }, admin())
    const answers: object[] = []
    for (const updates of ['0', '1'] as const)
      for (const model of ['甲型', '乙型']) {
        const line = `HIDDEN-1,隐蔽设备,甲公司西二,组串式逆变器,,${model},,`
        const { report } = await upload(harness, token, file([line], { updates }))
        answers.push(report)
      }
    expect(answers[0]).toMatchObject({
      okCount: 0,
      badCount: 1,
      knownCount: 0,
      findings: [{ row: 2, level: 'error', field: '设备编码', message: UNUSABLE }],
    })
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })
})
