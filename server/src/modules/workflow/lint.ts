import type { Output } from '@heliodesk/contract/call.ts'
import type { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { sql } from 'kysely'
import { entryOf } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import { checkFile } from './definitions.ts'
import {
  boundariesOf,
  reachableFrom,
  type CopyTask,
  type Node,
  type Process,
  type UserTask,
} from './engine/process.ts'
import { serviceNames } from './instances/business.ts'

type Finding = Output<(typeof workflowCalls)['lint']>[number]

const warning = ({ id, name }: Pick<Node, 'id' | 'name'>, text: string): Finding => ({
  level: 'warning',
  element: id,
  name: name || id,
  text,
})

/** What would prevent a process from being published, or else what will probably surprise those who run it. */
export async function lint(db: Db, key: string, xml: string): Promise<Finding[]> {
  const { refusals, process: compiled } = await checkFile(xml)
  if (!compiled)
    return refusals.map(({ element, name, reason }) => ({
      level: 'error',
      element,
      name: name || element,
      text: reason,
    }))
  const { process } = compiled
  return [
    ...ofSteps(process),
    ...ofWays(process),
    ...(await ofPeople(db, process)),
    ...(await ofOthers(db, process)),
    ...(await ofRunning(db, key, process)),
  ]
}

const stepsOf = ({ nodes }: Process): UserTask[] =>
  [...nodes.values()].filter((node): node is UserTask => node.kind === 'user')

const ofSteps = (process: Process): Finding[] =>
  stepsOf(process).flatMap((step) => {
    const isStarters = step.actors.assignee?.text === 'starter'
    return step.due || isStarters || boundariesOf(step).length > 0
      ? []
      : [warning(step, '没有设时限：没有人办理时流程会停住')]
  })

/** Results of steps that conditions ask for: `review.outcome`, `sign.nrApproved`. */
const RESULT = /([\p{L}_][\p{L}\p{N}_]*)\.(outcome|nr[A-Z]\w*)/gu

function ofWays(process: Process): Finding[] {
  const { nodes, flows, starts } = process
  const findings: Finding[] = []
  for (const [within, start] of starts) {
    const reached = reachableFrom(process, [start], '')
    for (const node of nodes.values())
      if (node.within === within && node.kind !== 'boundary' && !reached.has(node.id))
        findings.push(warning(node, '从开始事件走不到'))
  }
  for (const { id, name, from, condition } of flows.values()) {
    const at = { id, name: name || `“${entryOf(nodes, from).name || from}”之后的连线` }
    for (const [, step = '', result] of condition?.text.matchAll(RESULT) ?? []) {
      const node = nodes.get(step)
      if (!node) findings.push(warning(at, `的条件用到“${step}”的结果，但没有这个环节`))
      else if (node.kind === 'user' && node.countersign && result === 'outcome')
        findings.push(
          warning(at, `的条件只看最后一人的意见：“${node.name}”是会签，请用 ${step}.nrApproved 判断`),
        )
    }
  }
  return findings
}

/** Ids of people that an expression gives as a list: `["12", "15"]`. */
const idsIn = (text = '') => [...text.matchAll(/"(\d{1,18})"/g)].flatMap(([, id]) => id ?? [])

async function ofPeople(db: Db, process: Process): Promise<Finding[]> {
  const { rows: roles } = await sql<{ code: string; name: string; isStaffed: boolean }>`
    select r.role_code as code, r.role_name as name, exists (
      select from user_role ur join app_user u on u.tenant_id = ur.tenant_id and u.id = ur.user_id
      where ur.tenant_id = r.tenant_id and ur.role_id = r.id and u.status = '1') as "isStaffed"
    from role r`.execute(db)
  const known = new Map(roles.map((role) => [role.code, role]))
  const steps = [...process.nodes.values()].filter((node) => node.kind === 'user' || node.kind === 'copy')
  const named = (step: UserTask | CopyTask) =>
    [
      step.actors.assignee,
      step.actors.users,
      step.kind === 'user' && step.countersign ? step.countersign.signers : null,
    ].flatMap((each) => idsIn(each?.text))
  const what = ({ kind }: UserTask | CopyTask) => (kind === 'copy' ? '抄送角色' : '办理角色')
  const { rows: people } = await sql<{ id: string }>`
    select id from app_user where status = '1' and id = any(${steps.flatMap(named)}::bigint[])`.execute(db)
  const atWork = new Set(people.map(({ id }) => id))
  return steps.flatMap((step) => [
    ...step.actors.roles.flatMap((code) => {
      const role = known.get(code)
      if (!role) return [warning(step, `的${what(step)}“${code}”不存在`)]
      return role.isStaffed ? [] : [warning(step, `的${what(step)}“${role.name}”没有人`)]
    }),
    ...(named(step).some((id) => !atWork.has(id)) ? [warning(step, '指定的人员中有人已停用或不存在')] : []),
  ])
}

async function ofOthers(db: Db, { nodes }: Process): Promise<Finding[]> {
  const services = new Set(serviceNames())
  const { rows } = await sql<{ key: string }>`select key from process_definition where active`.execute(db)
  const inUse = new Set(rows.map(({ key }) => key))
  return [...nodes.values()].flatMap((node) => {
    if (node.kind === 'service' && !services.has(node.handler))
      return [warning(node, `要执行的服务“${node.handler}”不存在`)]
    if (node.kind === 'call' && !inUse.has(node.calls))
      return [warning(node, `要调用的流程“${node.calls}”没有启用的版本`)]
    return []
  })
}

/** Running instances stay with their version; they can be taken to the new one only where their steps still exist. */
async function ofRunning(db: Db, key: string, { nodes }: Process): Promise<Finding[]> {
  const { rows } = await sql<{ node: string; name: string; count: number }>`
    select t.node, max(t.name) as name, count(distinct t.instance_id)::int as count
    from process_task t
    join process_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
    join process_definition d on d.tenant_id = i.tenant_id and d.id = i.definition_id
    where d.key = ${key} and i.status = 'running' and t.state in ('open', 'held')
    group by t.node order by t.node`.execute(db)
  return rows
    .filter(({ node }) => !nodes.has(node))
    .map(({ node, name, count }) => ({
      level: 'warning',
      element: '',
      name: name || node,
      text: `有 ${count} 个流程停在这个环节，新版没有编号为 ${node} 的环节：它们不能迁移到新版`,
    }))
}
