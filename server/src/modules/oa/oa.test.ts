import { oaFormCalls } from '@heliodesk/contract/oa-forms.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSession, signInAdministrator } from '../../../test/hire.ts'
import { useHarness } from '../../../test/harness.ts'

const harness = useHarness()

const sessions = { admin: '', worker: '', master: '', other: '' }
beforeAll(async () => {
  const byRole = (code: string) =>
    Object.values(harness.tenant.users).find(({ roleCode }) => roleCode === code)!.id
  sessions.admin = await signInAdministrator(harness, harness.tenant)
  sessions.worker = await openSession(harness, byRole('r10030'))
  sessions.master = await openSession(harness, byRole('r10020'))
  sessions.other = await signInAdministrator(harness, harness.otherTenant)
})

const purchase = (form: object = {}) => ({
  request: { kind: 'purchase', form: { subject: '熔断器', amount: 10, remark: '备用', ...form } },
})

let made = 0
/** A new form that is published with these fields. */
async function publishedForm(fields: object[], more: object = {}) {
  made += 1
  const key = `car_use${made}`
  const prefix = `YC${String.fromCharCode(65 + made)}`
  const added = await harness.call(sessions.admin, oaFormCalls.add, {
    key,
    name: '用车申请',
    prefix,
    process: 'head',
  })
  const { id, version } = added
  const definition = { name: '用车申请', title: '{applicant}用车', fields } as never
  const saved = await harness.call(sessions.admin, oaFormCalls.edit, { id, version, definition, ...more })
  return harness.call(sessions.admin, oaFormCalls.publish, { id, version: saved.version, note: '' })
}
const trip = { kind: 'text', key: 'place', label: '目的地', required: true, max: 50 }

describe('a request', () => {
  it('is numbered by its form and day without gaps, also where one is refused between', async () => {
    const first = await harness.call(sessions.worker, oaCalls.apply, purchase())
    await harness.refused(sessions.worker, oaCalls.apply, purchase({ amount: -1 }))
    const [second, third] = await Promise.all([
      harness.call(sessions.worker, oaCalls.apply, purchase()),
      harness.call(sessions.master, oaCalls.apply, purchase()),
    ])
    const place = (number: string) => Number(number.slice(-3))
    expect(first.number).toMatch(/^CG\d{8}-\d{3}$/)
    expect([place(second.number), place(third.number)].toSorted((one, other) => one - other)).toEqual([
      place(first.number) + 1,
      place(first.number) + 2,
    ])
  })

  it('names every field that is wrong', async () => {
    const answer = await harness.refused(
      sessions.worker,
      oaCalls.apply,
      purchase({ amount: 'viel', subject: '' }),
    )
    expect(answer.message).toBe('参数有误：采购内容（subject）：此项为必填项；金额（amount）：应为数字')
  })

  it('refuses a station, a person and a department that its applicant may not see', async () => {
    const fields = [
      { kind: 'station', key: 'station', label: '电站' },
      { kind: 'person', key: 'person', label: '人员' },
      { kind: 'department', key: 'department', label: '部门' },
    ]
    const { key } = await publishedForm(fields)
    const theirs = await harness.owner.query<{ id: string }>(
      'select id from app_user where tenant_id = $1 order by id limit 1',
      [harness.otherTenant.tenantId],
    )
    const form = { station: '999999', person: theirs.rows[0]!.id, department: '999999' }
    const answer = await harness.refused(sessions.worker, oaCalls.apply, { request: { kind: key, form } })
    expect(answer.message).toContain('电站（station）：该电站不存在或无权查看')
    expect(answer.message).toContain('人员（person）：该人员不存在、已停用或不在您的数据范围内')
    expect(answer.message).toContain('部门（department）：该部门不存在、已停用或不在您的数据范围内')
  })

  it('keeps the text of what was chosen from a dictionary, and refuses what is not in it', async () => {
    const { rows } = await harness.owner.query<{ code: string; value: string; text: string }>(
      `select d.dict_code as code, i.item_value as value, i.item_text as text from dictionary_item i
       join dictionary d on d.tenant_id = i.tenant_id and d.id = i.dictionary_id
       where i.tenant_id = $1 and i.status = '1' order by i.id limit 1`,
      [harness.tenant.tenantId],
    )
    const { code, value, text } = rows[0]!
    const { key } = await publishedForm([{ kind: 'choice', key: 'way', label: '方式', dictionary: code }])
    const ask = (way: string) => ({ request: { kind: key, form: { way } } })
    const { id } = await harness.call(sessions.worker, oaCalls.apply, ask(value))
    expect((await harness.call(sessions.worker, oaCalls.detail, { id })).shown).toEqual({ way: text })
    const answer = await harness.refused(sessions.worker, oaCalls.apply, ask('没有这一项'))
    expect(answer.message).toContain('方式（way）：不是可用的选项')
  })

  it('keeps the sum that the server computes, and is printed with who signed it', async () => {
    const items = [
      { day: '2026-11-20', type: 'travel', amount: 1126 },
      { day: '2026-11-20', type: 'car', amount: 86.5 },
    ]
    const asked = { kind: 'expense', form: { subject: '差旅', items, total: 1 } }
    const { id, number } = await harness.call(sessions.worker, oaCalls.apply, { request: asked })
    const { request, signatures, company } = await harness.call(sessions.worker, oaCalls.print, { id })
    // Not approved yet, which the paper says.
    expect(request).toMatchObject({
      status: 'running',
      number,
      title: '差旅，1,212.50 元',
      form: { total: 1212.5 },
    })
    expect(company).not.toBe('')
    expect(signatures).toMatchObject([{ step: '提交', outcome: 'submit' }])
    const refused = await harness.refused(sessions.other, oaCalls.print, { id })
    expect(refused.message).toBe('数据不存在或无权查看')
  })
})

describe('a form', () => {
  it('is begun with a process of its own, and started once it is published', async () => {
    const { key, current } = await publishedForm([trip])
    expect(current).toBe(1)
    const forms = await harness.call(sessions.worker, oaCalls.forms, {})
    expect(forms.find((form) => form.key === key)).toMatchObject({ version: 1 })
    const { processInstanceId } = await harness.call(sessions.worker, oaCalls.apply, {
      request: { kind: key, form: { place: '红柳沟' } },
    })
    expect(processInstanceId).not.toBe('')
  })

  it('keeps the version that a request was filled in with', async () => {
    const form = await publishedForm([trip])
    const { id } = await harness.call(sessions.worker, oaCalls.apply, {
      request: { kind: form.key, form: { place: '红柳沟' }, formVersion: 1 },
    })
    const more = { kind: 'number', key: 'people', label: '人数', required: true }
    const definition = { name: '用车申请', title: '{applicant}', fields: [trip, more] } as never
    const saved = await harness.call(sessions.admin, oaFormCalls.edit, {
      id: form.id,
      version: form.version,
      definition,
    })
    expect(saved).toMatchObject({ isChanged: true, current: 1 })
    const next = await harness.call(sessions.admin, oaFormCalls.publish, {
      id: form.id,
      version: saved.version,
      note: '要知道人数',
    })
    expect(next.versions[0]).toMatchObject({
      version: 2,
      note: '要知道人数',
      changes: ['修改标题模板', '新增“人数”（数字）'],
    })
    const before = await harness.call(sessions.worker, oaCalls.detail, { id })
    expect([before.version, before.definition.fields.length]).toEqual([1, 1])
    const late = { kind: form.key, form: { place: '红柳沟' }, formVersion: 1 }
    const answer = await harness.refused(sessions.worker, oaCalls.apply, { request: late })
    expect(answer.message).toBe('“用车申请”已更新为第 2 版，请重新打开后填写')
  })

  it('is started by those with its roles in its departments only', async () => {
    const { rows } = await harness.owner.query<{ id: string }>(
      `select id from role where tenant_id = $1 and role_code = 'r10020'`,
      [harness.tenant.tenantId],
    )
    const { key } = await publishedForm([trip], { roleIds: [rows[0]!.id] })
    const request = { kind: key, form: { place: '红柳沟' } }
    const answer = await harness.refused(sessions.worker, oaCalls.apply, { request })
    expect(answer.message).toBe('您不在“用车申请”的发起范围内')
    const keys = (await harness.call(sessions.worker, oaCalls.forms, {})).map((form) => form.key)
    expect(keys).not.toContain(key)
    await harness.call(sessions.master, oaCalls.apply, { request })
  })

  it('that is out of use is not started', async () => {
    const { id, version, key } = await publishedForm([trip])
    await harness.call(sessions.admin, oaFormCalls.setActive, { id, version, active: false })
    const answer = await harness.refused(sessions.worker, oaCalls.apply, {
      request: { kind: key, form: { place: '红柳沟' } },
    })
    expect(answer.message).toBe('表单不存在或已停用，请刷新后重试')
  })

  it('is not published with faults, unchanged, or discarded before the first version', async () => {
    const added = await harness.call(sessions.admin, oaFormCalls.add, {
      key: 'faulty',
      name: '有误',
      prefix: 'YW',
      process: 'headAndCompany',
    })
    const { id, version } = added
    const none = await harness.refused(sessions.admin, oaFormCalls.discard, { id, version })
    expect(none.message).toBe('表单还没有发布过，没有可恢复的版本')
    const fields = [
      { ...trip, key: 'review' },
      { ...trip, key: 'why', label: '原因', when: 'nobody = 1' },
    ]
    const definition = { name: '有误', title: '{applicant}', fields } as never
    const saved = await harness.call(sessions.admin, oaFormCalls.edit, { id, version, definition })
    const answer = await harness.refused(sessions.admin, oaFormCalls.publish, { id, version: saved.version })
    expect(answer.message).toBe(
      '表单不能发布：“目的地”的编码 review 是流程中一个环节的编码，请换一个；“原因”的显示条件用到 nobody，它不是前面的字段',
    )
    const published = await publishedForm([trip])
    const again = await harness.refused(sessions.admin, oaFormCalls.publish, published)
    expect(again.message).toBe('没有修改，不需要发布')
  })

  it.each([
    [{ key: 'leave' }, '表单编码已存在'],
    [{ prefix: 'QJ' }, '编号前缀已被其他表单使用'],
  ])('with %j is refused where it is taken', async (taken, message) => {
    const input = { key: 'fresh', name: '新表单', prefix: 'XBD', process: 'head' as const, ...taken }
    expect((await harness.refused(sessions.admin, oaFormCalls.add, input)).message).toBe(message)
  })

  it('and its roles and departments belong to the company', async () => {
    const { id, version, definition } = await publishedForm([trip])
    const asked = { id, version, definition, roleIds: ['999999999'] }
    const answer = await harness.refused(sessions.admin, oaFormCalls.edit, asked)
    expect(answer.message).toBe('可发起的角色中有不存在的，请重新选择')
    expect((await harness.refused(sessions.other, oaFormCalls.detail, { id })).message).toBe(
      '数据不存在或无权查看',
    )
  })
})
