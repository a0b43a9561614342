import { randomUUID } from 'node:crypto'
import type { Sent } from '@heliodesk/contract/call.ts'
import { fieldSignatureCalls as calls, SIGNATURES_AN_ORDER } from '@heliodesk/contract/field-signatures.ts'
import { fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { describe, expect, it } from 'vitest'
import { useSite } from '../../../test/site.ts'
import { wholeDatabase } from '../../../test/whole-database.ts'

const site = useSite()
const { harness } = site

type Signed = Sent<typeof calls.signature>
const DAY_MS = 86_400_000

const given = (signature: Partial<Signed['signature']> = {}): Signed['signature'] => ({
  id: randomUUID(),
  role: 'executor',
  name: '李志强',
  strokes: '10,20,30,40,50,60;500,100,510,390',
  latitude: 38.48,
  longitude: 106.23,
  ...signature,
})
const inputOf = (id: string, signature = given(), more: Partial<Signed> = {}): Signed => ({
  id,
  at: harness.clock.now().getTime(),
  skew: 0,
  signature,
  ...more,
})
const sign = (input: Signed, token = site.people.worker.token) => harness.call(token, calls.signature, input)
const signaturesOf = async (id: string) =>
  (await harness.call(site.people.master.token, workOrderCalls.detail, { id })).signatureList
const terminate = ({ id, version }: { id: string; version: number }) =>
  harness.call(site.people.admin.token, workOrderCalls.terminate, { id, version, reason: '重复' })

describe('a signature', () => {
  it('is on the order with name, time and place, once however often it is sent', async () => {
    const { id } = await site.begun()
    const input = inputOf(id)
    const answers = await Promise.all([sign(input), sign(input), sign(input)])
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'same', 'same'])
    expect(await sign({ ...input, at: input.at + 1 })).toMatchObject({ outcome: 'same' })
    await sign(inputOf(id, given({ role: 'witness', name: '王建国', title: '业主代表', strokes: '' })))
    expect(await signaturesOf(id)).toMatchObject([
      {
        role: 'executor',
        name: '李志强',
        title: '',
        strokes: input.signature.strokes,
        latitude: 38.48,
        longitude: 106.23,
        marks: [],
      },
      { role: 'witness', name: '王建国', title: '业主代表', strokes: '' },
    ])
  })

  it('is kept after the end of its order and by whoever gave it, and marked', async () => {
    const ended = await site.begun()
    await terminate(ended)
    expect(await sign(inputOf(ended.id))).toMatchObject({
      outcome: 'record',
      marks: ['afterEnd'],
      message: expect.stringMatching(/^工单已于 .+ 作废，保留在工单中，并注明“终止后补交”$/) as string,
    })
    const submitted = await site.submitted()
    expect(await sign(inputOf(submitted.id))).toMatchObject({ outcome: 'done', marks: ['afterSubmit'] })
    const others = await site.begun()
    await sign(inputOf(others.id, given(), { at: 0 }), site.people.worker2.token)
    expect((await signaturesOf(others.id)).map(({ marks }) => marks)).toEqual([
      ['7 天以前所做', '非执行人补交'],
    ])
    expect((await signaturesOf(ended.id)).map(({ marks }) => marks)).toEqual([['终止后补交']])
  })

  it('is refused where the work never began', async () => {
    const { id } = await site.assignTo(await site.create())
    const refused = await harness.refused(site.people.worker.token, calls.signature, inputOf(id))
    expect(refused).toMatchObject({
      code: 'field.notStarted',
      message: '工单尚未开始作业，不能签名，请先开始作业',
    })
    expect(await signaturesOf(id)).toEqual([])
  })

  it('is refused when it is none, too large, another one’s, or of a foreign order', async () => {
    const { id } = await site.begun()
    const known = given()
    await sign(inputOf(id, known))
    const before = await wholeDatabase(harness)
    const { worker, worker2, foreigner, outsider } = site.people
    const long = '1,2;'.repeat(4501)
    const refusals = [
      [worker, given({ strokes: long }), '参数有误：笔画（signature.strokes）：笔画过多，最多 18000 个字符'],
      [worker, given({ strokes: '1,2000' }), '参数有误：笔画（signature.strokes）：不是有效的笔画'],
      [worker, given({ strokes: '<svg>' }), '参数有误：笔画（signature.strokes）：不是有效的笔画'],
      [worker, given({ name: ' ' }), '参数有误：姓名（signature.name）：此项为必填项'],
      [worker, given({ latitude: null }), '参数有误：经度（signature.longitude）：纬度和经度应同时填写'],
      [worker, { ...known, name: '别人' }, '签名编号已用于另一个签名，请重新签名'],
      [worker2, known, '签名编号已用于另一个签名，请重新签名'],
      [foreigner, given(), '数据不存在或无权查看'],
      [outsider, given(), '拒绝访问：需要“执行工单”权限（order:execute）'],
    ] as const
    for (const [{ token }, signature, message] of refusals)
      expect((await harness.refused(token, calls.signature, inputOf(id, signature))).message).toBe(message)
    expect(await wholeDatabase(harness)).toEqual(before)
  })

  it('is one of a few on an order', async () => {
    const { id } = await site.begun()
    for (let n = 0; n < SIGNATURES_AN_ORDER; n++) await sign(inputOf(id))
    const refused = await harness.refused(site.people.worker.token, calls.signature, inputOf(id))
    expect(refused.message).toBe('工单已有 20 个签名，不能再加')
  })
})

describe('the submission on a phone, where the company asks for a signature', () => {
  const submit = (id: string) => ({ id, at: harness.clock.now().getTime(), skew: 0 })

  it('waits for that of an executor, and after a return for a new one', async () => {
    const { admin, worker } = site.people
    const { version } = await harness.call(admin.token, settingCalls.business, {})
    await harness.call(admin.token, settingCalls.editBusiness, { version, signSubmit: true })
    expect((await harness.call(worker.token, shellCalls.shell, {})).signSubmit).toBe(true)
    const order = await site.begun()
    const { id } = order
    const { version: seen } = await harness.call(worker.token, workOrderCalls.detail, { id })
    await harness.call(worker.token, workOrderCalls.execute, {
      id,
      version: seen,
      submit: false,
      ...(await site.filled(id)),
    })
    const unsigned = '还不能提交，提交验收须由作业人员签名'
    const refused = async () =>
      (await harness.refused(worker.token, fieldWorkCalls.submit, submit(id))).message
    expect(await refused()).toBe(unsigned)
    await sign(inputOf(id, given({ role: 'witness', name: '王建国', title: '业主代表' })))
    expect(await refused()).toBe(unsigned)
    await sign(inputOf(id, given(), { at: harness.clock.now().getTime() - DAY_MS }))
    expect(await harness.call(worker.token, fieldWorkCalls.submit, submit(id))).toMatchObject({
      outcome: 'done',
    })
    const { version: last } = await harness.call(admin.token, workOrderCalls.detail, { id })
    await harness.call(admin.token, workOrderCalls.check, {
      id,
      version: last,
      pass: false,
      auditOpinion: '请补测量值',
    })
    expect(await refused()).toBe(unsigned)
  })
})
