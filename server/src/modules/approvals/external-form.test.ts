import { approvalCalls as calls } from '@heliodesk/contract/approvals.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { singleSignOnCalls } from '@heliodesk/contract/single-sign-on.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator, useSignedIn } from '../../../test/hire.ts'

const URL_OF_ERP = 'https://erp.example.com/form?lang=zh'

const harness = useHarness()
const people = useSignedIn(harness, { worker: 'a_worker', colleague: 'a_colleague', master: 'a_master' })

let tenant: string
beforeAll(async () => {
  const { rows } = await harness.owner.query<{ name: string }>('select name from tenant where id = $1', [
    harness.tenant.tenantId,
  ])
  tenant = rows[0]!.name
})
beforeEach(() => {
  const form = { tenant, url: URL_OF_ERP }
  harness.env.ERP_FORMS = [
    { ...form, businessType: 'purchase', formId: 'PUR', app: 'scm' },
    { ...form, businessType: 'leave', formId: 'LEAVE' },
  ]
})

/** A purchase of the worker; returns the ids of the request and of its process. */
const ask = () => {
  const form = { subject: '熔断器', amount: 100, supplier: '', remark: '备用' }
  return harness.call(people.worker, oaCalls.apply, { request: { kind: 'purchase', form } })
}
const detail = async (processInstanceId: string) =>
  (await harness.call(people.worker, calls.detail, { processInstanceId })).externalForm

it('a process names the form of its record in the ERP, where the operator lists one for the company', async () => {
  const { processInstanceId } = await ask()
  expect(await detail(processInstanceId)).toEqual({ formId: 'PUR', app: 'scm' })
  harness.env.ERP_FORMS = harness.env.ERP_FORMS.map((form) => ({ ...form, tenant: '别家' }))
  expect(await detail(processInstanceId)).toBeNull()
  harness.env.ERP_FORMS = []
  expect(await detail(processInstanceId)).toBeNull()
})

it('the form is opened with the caller’s phone and a ticket for the ERP alone, never with the session', async () => {
  const { id } = await ask()
  const answer = await harness.call(people.worker, calls.externalForm, { pkId: id, formId: 'PUR' })
  const { rows } = await harness.owner.query<{ phone: string }>(
    `select phone from app_user where username = 'a_worker'`,
  )
  expect(answer).toEqual({
    url: URL_OF_ERP,
    tenantId: String(harness.tenant.tenantId),
    phone: rows[0]!.phone ?? '',
    accessToken: expect.stringMatching(/^[\w-]{43}$/) as string,
  })
  const exchanged = await harness.call(null, singleSignOnCalls.exchangeTicket, {
    ticket: answer.accessToken!,
    tenantId: answer.tenantId,
    target: 'https://erp.example.com/',
  })
  expect(exchanged.userInfo.username).toBe('a_worker')
  expect(exchanged.token).not.toBe(people.worker)
})

it('only whoever may look at a process about the record opens its form', async () => {
  const { id } = await ask()
  const form = { pkId: id, formId: 'PUR' }
  expect((await harness.call(people.master, calls.externalForm, form)).url).toBe(URL_OF_ERP)
  expect((await harness.refused(people.colleague, calls.externalForm, form)).message).toBe(
    '数据不存在或无权查看',
  )
  const asLeave = { ...form, formId: 'LEAVE', pkId: '999999' }
  expect((await harness.refused(people.worker, calls.externalForm, asLeave)).message).toBe(
    '数据不存在或无权查看',
  )
  const stranger = await signInAdministrator(harness, harness.otherTenant)
  expect((await harness.refused(stranger, calls.externalForm, form)).message).toBe(
    '没有配置该业务表单的地址，请联系管理员',
  )
})
