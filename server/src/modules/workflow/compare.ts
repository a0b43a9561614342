import { permissionTitles } from '@heliodesk/contract/permissions.ts'
import { operationsOf, stepOperations } from '@heliodesk/contract/process-file.ts'
import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { workflowCalls } from '@heliodesk/contract/workflow.ts'
import type { Element } from 'bpmn-moddle'
import { sql } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import type { Db } from '../../platform/postgres.ts'
import { checkFile, definitionFileOf, refusedAs } from './definitions.ts'
import { asImage, drawDiagram } from './diagram.ts'
import { delayOf } from './engine/delay.ts'
import { processIn } from './engine/file.ts'

type Compare = (typeof workflowCalls)['compare']
type Change = Output<Compare>['changes'][number]

/** The pictures of two versions of a process, and what differs between them. Where the elements stand does not count. */
export async function compareProcesses(
  ctx: Ctx,
  { key, from, to, xml }: Input<Compare>,
): Promise<Output<Compare>> {
  const file = async (version?: number) => {
    const found = await definitionFileOf(ctx.db, key, version)
    if (!found) throw notFound()
    return { title: `第 ${found.version} 版`, xml: found.xml }
  }
  const before = await file(from)
  const after = xml === undefined ? await file(to) : { title: '草稿', xml }
  const names = await codeNames(ctx.db)
  const [old, fresh] = await Promise.all(
    [before, after].map(async (each) =>
      elementsOf(await processIn(each.xml).catch(refusedAs('不能对比')), names),
    ),
  )
  return {
    before: await sideOf(before),
    after: await sideOf(after),
    changes: changesBetween(old ?? new Map(), fresh ?? new Map()),
  }
}

async function sideOf({ title, xml }: { title: string; xml: string }) {
  const { process } = await checkFile(xml)
  return { title, diagram: process && asImage(drawDiagram(process)) }
}

/** What codes and ids in attributes stand for. */
type Names = ReadonlyMap<string, string>

async function codeNames(db: Db): Promise<Names> {
  const { rows } = await sql<{ code: string; name: string }>`
    select role_code as code, role_name as name from role
    union all select '"' || id || '"', realname from app_user`.execute(db)
  return new Map([
    ...Object.entries(permissionTitles),
    ...rows.map(({ code, name }) => [code, name] as const),
    ['starter', '发起人'],
  ])
}

/** What is shown of an attribute, and what is compared: of another element its id, which a new name leaves. */
type Fact = { shown: string; key: string }

/** An element with everything that matters about it, in Chinese. */
type Described = { kind: string; name: string; facts: ReadonlyMap<string, Fact> }

const KINDS = new Map([
  ['bpmn:StartEvent', '开始事件'],
  ['bpmn:EndEvent', '结束事件'],
  ['bpmn:UserTask', '用户任务'],
  ['bpmn:SendTask', '抄送'],
  ['bpmn:ServiceTask', '服务任务'],
  ['bpmn:CallActivity', '调用流程'],
  ['bpmn:SubProcess', '子流程'],
  ['bpmn:ExclusiveGateway', '排他网关'],
  ['bpmn:InclusiveGateway', '包容网关'],
  ['bpmn:ParallelGateway', '并行网关'],
  ['bpmn:IntermediateCatchEvent', '定时等待'],
  ['bpmn:BoundaryEvent', '边界定时'],
  ['bpmn:SequenceFlow', '连线'],
])

const kindOf = ({ $type }: Element) => KINDS.get($type) ?? $type.replace('bpmn:', '')
const titleOf = ({ id, name }: Element) => name?.trim() || id

function elementsOf(container: Element, names: Names, found = new Map<string, Described>()) {
  for (const element of container.flowElements ?? []) {
    const { sourceRef, targetRef } = element
    const ways = sourceRef && targetRef && `${titleOf(sourceRef)} → ${titleOf(targetRef)}`
    found.set(element.id, {
      kind: kindOf(element),
      name: element.name?.trim() || ways || element.id,
      facts: factsOf(element, names),
    })
    elementsOf(element, names, found)
  }
  return found
}

function factsOf(element: Element, names: Names): Map<string, Fact> {
  const { eventDefinitions: [event] = [], loopCharacteristics: loop, sourceRef, targetRef } = element
  const timer = timeInWords(event?.workingDays, event?.timeDuration?.body)
  const who = element.$type === 'bpmn:SendTask' ? '抄送' : '办理'
  const due = timeInWords(element.workingDays, element.due)
  const facts: [title: string, shown: string | undefined, of?: Element][] = [
    ['名称', element.name],
    ['起点', sourceRef && titleOf(sourceRef), sourceRef],
    ['终点', targetRef && titleOf(targetRef), targetRef],
    ['条件', element.conditionExpression?.body],
    ['默认分支', element.default && titleOf(element.default), element.default],
    [`${who}人`, inNames(element.assignee, names)],
    [who === '抄送' ? '抄送名单' : '候选人', inNames(element.candidateUsers, names)],
    [`${who}角色`, inNames(element.candidateRoles, names)],
    [`${who}权限`, inNames(element.candidateRights, names)],
    ['部门负责人', inNames(element.candidateHeads, names)],
    ['会签名单', inNames(loop?.collection, names)],
    ['会签顺序', loop && (loop.isSequential ? '依次' : '同时')],
    ['会签结束条件', loop?.completionCondition?.body],
    ['时限', due],
    ['定时', timer],
    ['到期时', element.attachedToRef && (element.cancelActivity === false ? '不中断环节' : '中断环节')],
    ['所在环节', element.attachedToRef && titleOf(element.attachedToRef), element.attachedToRef],
    ['业务状态', element.businessState],
    [
      '不允许的操作',
      (operationsOf(element.denied) ?? []).map((operation) => stepOperations[operation]).join('、'),
    ],
    ['结论', element.outcome && (element.outcome === 'reject' ? '驳回' : '通过')],
    ['服务', element.handler],
    ['调用的流程', element.calledElement],
    ['结束方式', element.$type === 'bpmn:EndEvent' && event ? '终止整个流程' : undefined],
  ]
  return new Map(
    facts.flatMap(([title, shown = '', of]) =>
      shown.trim() === '' ? [] : [[title, { shown: shown.trim(), key: of?.id ?? shown.trim() }]],
    ),
  )
}

const UNITS = new Map([
  ['W', '周'],
  ['D', '天'],
  ['H', '小时'],
  ['M', '分钟'],
  ['S', '秒'],
])

/** PT24H is 24 小时; what is no duration is shown as it stands. */
function timeInWords(workingDays: string | undefined, duration: string | undefined): string | undefined {
  if (workingDays) return `${workingDays} 个工作日`
  if (duration === undefined || !delayOf(duration)) return duration
  return [...duration.matchAll(/(\d+)([WDHMS])/g)]
    .map(([, count, unit = '']) => `${count} ${UNITS.get(unit) ?? unit}`)
    .join(' ')
}

/** Codes of roles and permissions, ids of people and their starter in a list or an expression, by their names. */
const inNames = (text: string | undefined, names: Names): string | undefined =>
  text
    ?.split(/(?<=[,[\]])|(?=[,[\]])/)
    .map((part) => names.get(part.trim()) ?? part)
    .join('')

function changesBetween(
  before: ReadonlyMap<string, Described>,
  after: ReadonlyMap<string, Described>,
): Change[] {
  const changes: Change[] = []
  const note = (kind: Change['kind'], element: string, described: Described, details: string[] = []) =>
    changes.push({ kind, element, name: `${described.kind}“${described.name}”`, details })
  for (const [id, fresh] of after) {
    const old = before.get(id)
    if (!old) note('added', id, fresh)
    else {
      const details = differences(old, fresh)
      if (details.length > 0) note('changed', id, fresh, details)
    }
  }
  for (const [id, old] of before) if (!after.has(id)) note('removed', id, old)
  return changes
}

function differences(old: Described, fresh: Described): string[] {
  const kind = old.kind === fresh.kind ? [] : [`类型：${old.kind} → ${fresh.kind}`]
  const titles = new Set([...old.facts.keys(), ...fresh.facts.keys()])
  return [
    ...kind,
    ...[...titles].flatMap((title) => {
      const [was, is] = [old.facts.get(title), fresh.facts.get(title)]
      if (was?.key === is?.key) return []
      if (!was) return [`增加${title}：${is?.shown}`]
      return is ? [`${title}：${was.shown} → ${is.shown}`] : [`去掉${title}：${was.shown}`]
    }),
  ]
}
