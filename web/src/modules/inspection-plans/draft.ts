import type { Sent } from '@heliodesk/contract/call.ts'
import type { inspectionPlanCalls, PlanDetail } from '@heliodesk/contract/inspection-plans.ts'
import type { PlanTemplate } from '@heliodesk/contract/plan-templates.ts'
import { dayAfter } from '@heliodesk/contract/days.ts'

export type Draft = Partial<Sent<typeof inspectionPlanCalls.add>>
export type Leg = NonNullable<Draft['legs']>[number]
export type Version = PlanDetail['versions'][number]

/** The version that the form is about: the one that does not count yet, or the one in effect. */
export const shownVersion = ({ versions }: PlanDetail): Version | undefined => versions[0]

const laterOf = (a: string, b: string) => (a > b ? a : b)

/** What the form begins with. A change of a plan in effect begins tomorrow at the earliest. */
export function draftOf(plan: PlanDetail | null, today: string): Draft {
  const version = plan && shownVersion(plan)
  if (!version)
    return {
      fromDay: dayAfter(today),
      holidays: 'next',
      leadDays: 2,
      abnormal: 'press',
      legs: [],
      itemIds: [],
      remark: '',
    }
  const isFurther = version.state === 'effective'
  return {
    name: version.planName,
    depId: version.depId,
    cycleId: version.cycleId,
    fromDay: isFurther ? laterOf(dayAfter(today), dayAfter(version.fromDay)) : version.fromDay,
    untilDay: version.untilDay,
    holidays: version.holidays,
    leadDays: version.leadDays,
    abnormal: version.abnormal,
    legs: version.legs.map(({ psId, spaces, devices, personId, hours }) => ({
      psId,
      spaceIds: spaces.map(({ id }) => id),
      deviceIds: devices.map(({ id }) => id),
      personId,
      hours,
    })),
    itemIds: version.items.map(({ id }) => id),
    remark: version.remark,
  }
}

/** What a new plan begins with that a template fills in. */
export function draftFrom(template: PlanTemplate, today: string): Draft {
  const { name, cycleId, holidays, leadDays, abnormal, items, remark } = template
  return {
    ...draftOf(null, today),
    name,
    ...(cycleId !== null && { cycleId }),
    holidays,
    leadDays,
    abnormal,
    itemIds: items.map(({ id }) => id),
    remark,
  }
}

/** What a change of a plan in effect changes, in words. */
export function changesOf(before: Version, draft: Draft, nameOf: (cycleId: string) => string): string[] {
  const changes: string[] = []
  const note = (title: string, from: string | number, to: string | number | undefined) => {
    if (to !== undefined && from !== to) changes.push(`${title}由 ${from} 改为 ${to}`)
  }
  note('名称', before.planName, draft.name)
  if (draft.cycleId && draft.cycleId !== before.cycleId) note('周期', before.cycleName, nameOf(draft.cycleId))
  note('提前生成', before.leadDays, draft.leadDays)
  const [legs, items] = [draft.legs ?? [], draft.itemIds ?? []]
  if (legs.length !== before.legs.length) note('路线', `${before.legs.length} 段`, `${legs.length} 段`)
  const handed = legs.filter(
    ({ personId }, at) => before.legs[at] && before.legs[at].personId !== personId,
  ).length
  if (handed > 0) changes.push(`${handed} 段换了负责人`)
  const known = new Set(before.items.map(({ id }) => id))
  const added = items.filter((id) => !known.has(id)).length
  const removed = known.size - (items.length - added)
  if (added > 0) changes.push(`增加 ${added} 个项目`)
  if (removed > 0) changes.push(`减少 ${removed} 个项目`)
  return changes
}
