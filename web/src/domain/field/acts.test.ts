import { expect, test } from 'vitest'
import { actOf, intentOf, wordsOf, type Act } from './acts.ts'
import { linesOf } from './lines.ts'
import { photoOf } from './rows.fixture.ts'

const step: Act = {
  act: 'step',
  given: {
    stepNo: 2,
    name: '验电',
    done: true,
    value: '0 V',
    note: '',
    base: { done: false, value: '', note: '' },
  },
}
const hours: Act = {
  act: 'hours',
  given: {
    executorName: '李沐阳',
    actualStartTime: '2026-11-24 08:00:00',
    actualEndTime: '2026-11-24 09:30:00',
    peopleNum: 2,
    remark: '',
  },
}

const handOver: Act = {
  act: 'handOver',
  given: {
    at: 5,
    skew: null,
    key: '0'.repeat(32),
    act: 'start',
    words: '开始作业',
    lines: [],
    reason: '工单已作废',
  },
}
const signature = {
  id: '00000000-0000-4000-8000-000000000000',
  role: 'witness',
  name: '王建国',
  title: '业主代表',
  strokes: '1,2,3,4',
} as const

test.each<[Act, string]>([
  [{ act: 'start', given: {} }, '开始作业'],
  [step, '完成第 2 步“验电”'],
  [{ act: 'step', given: { ...step.given, done: false } }, '填写第 2 步“验电”'],
  [{ act: 'prerequisite', given: { no: 1, name: '已停机', met: true } }, '满足先决条件“已停机”'],
  [{ act: 'prerequisite', given: { no: 1, name: '已停机', met: false } }, '取消先决条件“已停机”'],
  [hours, '登记 李沐阳 的工时'],
  [{ act: 'note', given: { executionNote: '好', base: '' } }, '填写执行情况'],
  [{ act: 'photo', given: { stepNo: 4, part: 'step', photo: photoOf('p') } }, '第 4 步照片'],
  [{ act: 'photo', given: { stepNo: 4, part: 'before', photo: photoOf('p') } }, '第 4 项整改前照片'],
  [
    { act: 'photo', given: { stepNo: 4, part: 'film', photo: { ...photoOf('p'), film: { seconds: 7 } } } },
    '第 4 步视频',
  ],
  [{ act: 'signature', given: { signature } }, '见证人 王建国 签名'],
  [{ act: 'ambient', given: { ambient: -3.5 } }, '登记环境温度'],
  [{ act: 'join', given: { stop: 2, defectId: '9', workCode: 'GD9' } }, '并入缺陷 GD9'],
  [{ act: 'submit', given: {} }, '提交验收'],
  [handOver, '把“开始作业”交给站长'],
])('%j is %s', (act, words) => {
  const intent = intentOf('7', act)
  expect(wordsOf(intent)).toBe(words)
  expect(actOf(intent)).toEqual(act)
  const at = act.act === 'handOver' ? act.given.at : intent.at
  expect(JSON.parse(intent.body)).toMatchObject({ id: '7', at, skew: null })
})

test('a report is its own lane, which its photos wait for', () => {
  const lane = '0a8b2c4e-0000-4000-8000-000000000000'
  const text = '箱变套管渗油，每分钟约一滴，地面已有油迹'
  const given = { psId: '3', text, deviceName: '1 号箱变', deviceCode: 'XB-1' }
  const report = intentOf(lane, { act: 'report', given })
  expect(report).toMatchObject({ lane, opens: true, photo: null, last: false })
  expect(JSON.parse(report.body)).toMatchObject({ report: lane, at: report.at, text })
  expect(wordsOf(report)).toBe('上报缺陷“箱变套管渗油，每分钟约一滴，地面已有油迹”')
  expect(linesOf(report)).toEqual([
    { label: '缺陷情况', text },
    { label: '设备', text: '1 号箱变 XB-1' },
  ])
  expect(actOf(report)).toEqual({ act: 'report', given })
  const photo = intentOf(lane, { act: 'reportPhoto', given: { photo: photoOf('p') } })
  expect(photo).toMatchObject({ lane, waits: true, photo: 'p' })
  expect(wordsOf(photo)).toBe('缺陷照片')
  expect(JSON.parse(photo.body)).toMatchObject({ report: lane, photo: { id: 'p' } })
  const long = intentOf(lane, { act: 'report', given: { ...given, text: '长'.repeat(500) } })
  expect(wordsOf(long)).toBe(`上报缺陷“${'长'.repeat(20)}…”`)
})

test('the submission waits for all before it, and a photo is named', () => {
  expect(intentOf('7', { act: 'submit', given: {} }).last).toBe(true)
  expect(intentOf('7', step)).toMatchObject({ last: false, photo: null, lane: '7' })
  expect(intentOf('7', { act: 'photo', given: { stepNo: 4, part: 'step', photo: photoOf('p') } }).photo).toBe(
    'p',
  )
})

test('what another version queued is said as such', () => {
  expect(wordsOf({ kind: 'constructor', body: '{}' })).toBe('其他版本保存的操作')
})

test('the lines of an act are those that were filled in', () => {
  expect(linesOf(intentOf('7', step))).toEqual([{ label: '数值', text: '0 V' }])
  expect(linesOf(intentOf('7', hours))).toEqual([
    { label: '时间', text: '2026-11-24 08:00:00 至 2026-11-24 09:30:00' },
    { label: '人数', text: '2' },
  ])
  const film = { ...photoOf('p'), film: { seconds: 67 } }
  expect(
    linesOf(intentOf('7', { act: 'photo', given: { stepNo: 4, part: 'film', photo: film } })),
  ).toContainEqual({
    label: '时长',
    text: '1:07',
  })
  expect(linesOf(intentOf('7', { act: 'ambient', given: { ambient: 31.5 } }))).toEqual([
    { label: '环境温度', text: '31.5 ℃' },
  ])
  expect(linesOf(intentOf('7', { act: 'ambient', given: { ambient: null } }))).toEqual([
    { label: '环境温度', text: '无' },
  ])
  expect(linesOf(intentOf('7', { act: 'join', given: { stop: 2, defectId: '9', workCode: 'GD9' } }))).toEqual(
    [{ label: '缺陷工单', text: 'GD9' }],
  )
  expect(linesOf(intentOf('7', { act: 'signature', given: { signature } }))).toEqual([
    { label: '身份', text: '业主代表' },
  ])
})
