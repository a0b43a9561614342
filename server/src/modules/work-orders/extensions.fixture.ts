import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll } from 'vitest'
import { hire, type Hired } from '../../../test/hire.ts'
import { useSite } from '../../../test/site.ts'

export type Seen = { id: string; version: number }

/** A site with two more people, and orders for whose extension somebody asks. */
export function useExtensions() {
  const site = useSite()
  const { harness } = site
  const hired = {} as { both: Hired; second: Hired }

  const assigned = async () => site.assignTo(await site.create())
  const asked = async () => site.extend(await assigned())
  const begun = async () => harness.call(site.people.worker.token, calls.start, await assigned())
  const audit = ({ id, version }: Seen, pass = true, token = site.people.master.token) =>
    harness.call(token, calls.extensionAudit, { id, version, pass, auditOpinion: pass ? '' : '抓紧完成' })
  const detail = (id: string) => harness.call(site.people.admin.token, calls.detail, { id })
  const history = async (id: string) =>
    (await harness.call(site.people.admin.token, calls.history, { id })).map(
      ({ action, note }) => `${action} ${note}`,
    )
  const todo = async (token: string, id: string) =>
    (await harness.call(token, approvalCalls.page, { box: 'todo', size: 500 })).pageList.find(
      ({ businessType, businessId }) => businessType === 'orderExtension' && businessId === id,
    )
  const stepOf = async (token: string, id: string) => {
    const row = (await todo(token, id))!
    return { processInstanceId: row.processInstanceId, taskId: row.taskId! }
  }
  const set = async (extension: object, token = site.people.admin.token) => {
    const { version } = await harness.call(token, settingCalls.business, {})
    await harness.call(token, settingCalls.editBusiness, { version, extension })
  }

  beforeAll(async () => {
    const codes = ['order:list', 'order:execute', 'order:extend', 'order:audit'] as const
    // Executes orders and decides about extensions.
    hired.both = await hire(harness, { username: 'does.both', codes: [...codes], depCode: 'A01A02A01' })
    hired.second = await hire(harness, {
      username: 'decides',
      codes: ['order:list', 'order:audit'],
      depCode: 'A01A02',
    })
  })

  return { site, harness, hired, assigned, asked, begun, audit, detail, history, todo, stepOf, set }
}
