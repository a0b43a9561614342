import { inShort } from '@heliodesk/contract/work-order-rules.ts'
import { describe, expect, test } from 'vitest'
import {
  hoursErrors,
  hoursOf,
  missingFrom,
  tickStep,
  totalHours,
  wrongForSave,
  type ExecutionDraft,
  type HoursDraft,
  type Step,
} from './execution.ts'

const row = (more: Partial<HoursDraft> = {}): HoursDraft => ({
  executorName: '李沐阳',
  actualStartTime: '2026-11-21 09:58:00',
  actualEndTime: '2026-11-21 14:32:00',
  peopleNum: 1,
  remark: '',
  ...more,
})

describe('工时 = 人数 × (结束 − 开始), to 0.1 h', () => {
  test.each([
    ['4 h 34 min alone', {}, 4.6],
    ['of two people', { peopleNum: 2 }, 9.1],
    ['over midnight', { actualEndTime: '2026-11-22 00:58:00' }, 15],
    ['three minutes', { actualEndTime: '2026-11-21 10:01:00' }, 0.1],
    ['ends when it starts', { actualEndTime: '2026-11-21 09:58:00' }, null],
    ['ends before it starts', { actualEndTime: '2026-11-21 09:00:00' }, null],
    ['no end yet', { actualEndTime: null }, null],
    ['nobody', { peopleNum: 0 }, null],
  ])('%s', (_name, more, hours) => {
    expect(hoursOf(row(more))).toBe(hours)
  })

  test('sums without the dust of binary fractions', () => {
    const short = row({ actualEndTime: '2026-11-21 10:04:00' })
    expect(totalHours([short, short, short, row({ actualEndTime: null })])).toBe(0.3)
  })
})

describe('a row of hours', () => {
  test.each([
    [{ executorName: '  ' }, { executorName: '此项为必填项' }],
    [{ actualEndTime: '2026-11-21 09:58:00' }, { actualEndTime: '实际结束时间应晚于实际开始时间' }],
    [{ peopleNum: null }, { peopleNum: '人数至少 1 人' }],
    [{ peopleNum: 1.5 }, { peopleNum: '人数应为整数' }],
    [{}, {}],
  ])('%j: %j', (more, errors) => {
    expect(hoursErrors(row(more))).toEqual(errors)
  })
})

const step = (more: Partial<Step> = {}): Step => ({
  name: '测绝缘',
  required: true,
  needPhoto: false,
  needValue: true,
  done: true,
  doneAt: '2026-11-21 10:14:00',
  value: '2500 MΩ',
  note: '',
  ...more,
})
const complete: ExecutionDraft = {
  prerequisiteList: [{ name: '设备已停运', required: true, met: true }],
  stepList: [step()],
  workHoursList: [row()],
  executionNote: '',
}
const order = { taskType: 7, needWorkHours: 1 as const, purchasesWay: null }

describe('what is missing for the hand-in', () => {
  test('nothing', () => expect(missingFrom(order, complete, [])).toEqual([]))

  test.each<[string, Partial<ExecutionDraft>]>([
    [
      '先决条件“设备已停运”未满足',
      { prerequisiteList: [{ name: '设备已停运', required: true, met: false }] },
    ],
    ['作业步骤“测绝缘”未完成', { stepList: [step({ done: false })] }],
    ['作业步骤“测绝缘”未填写数值', { stepList: [step({ value: '  ' })] }],
    ['未填写工时', { workHoursList: [] }],
    ['工时第 2 行未填完整', { workHoursList: [row(), row({ actualEndTime: null })] }],
  ])('%s', (text, more) => {
    expect(missingFrom(order, { ...complete, ...more }, [])).toMatchObject([{ text }])
  })

  test('a photo of each finished step that needs one, whichever else has some', () => {
    const photographed = { needPhoto: true, needValue: false }
    const stepList = [
      step({ ...photographed, name: '停机' }),
      step(),
      step({ ...photographed, name: '拍全景', required: false, done: false }),
      step({ ...photographed, name: '清理现场' }),
    ]
    const missing = missingFrom(order, { ...complete, stepList }, [{ stepNo: 1 }, { stepNo: 2 }])
    expect(missing).toEqual([{ text: '作业步骤“清理现场”未上传照片', kind: '照片' }])
    expect(inShort(missing)).toBe('还差 1 步的照片')
  })

  test('only half-filled hours keep a draft from being saved', () => {
    const draft = { ...complete, stepList: [step({ done: false })], workHoursList: [] }
    expect(wrongForSave(draft)).toEqual([])
    expect(wrongForSave({ ...draft, workHoursList: [row({ executorName: '' })] })).toEqual([
      '工时第 1 行未填完整',
    ])
  })

  test('is counted by its kind', () => {
    const unmet = { name: '设备已停运', required: true, met: false }
    const draft = { ...complete, prerequisiteList: [unmet, { ...unmet, name: '已验电' }], workHoursList: [] }
    const stepList = [step({ done: false }), step({ done: false }), step({ value: '' })]
    expect(inShort(missingFrom(order, { ...draft, stepList }, []))).toBe(
      '还差 2 项先决条件、2 个必做步骤、1 个数值、工时',
    )
    const workHoursList = [row({ actualEndTime: null })]
    expect(inShort(missingFrom(order, { ...complete, workHoursList }, []))).toBe('有 1 处填写有误')
    expect(
      inShort(missingFrom(order, { ...complete, workHoursList, stepList: [step({ done: false })] }, [])),
    ).toBe('还差 1 个必做步骤，另有 1 处填写有误')
  })

  test('type 10 asks for no hours', () => {
    expect(missingFrom({ ...order, taskType: 10 }, { ...complete, workHoursList: [] }, [])).toEqual([])
  })
})

test('a step keeps the time of its first tick until it is unticked', () => {
  const open = step({ done: false, doneAt: null })
  expect(tickStep(open, true).doneAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(tickStep(step(), true).doneAt).toBe('2026-11-21 10:14:00')
  expect(tickStep(step(), false)).toMatchObject({ done: false, doneAt: null, value: '2500 MΩ' })
})
