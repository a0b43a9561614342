import { changesOfFields } from './form-changes.ts'
import type { PrerequisiteTemplate, StepTemplate, TaskTypeDefinition } from './task-types.ts'

/** What differs between two versions of a type, in sentences. */
export function changesOfType(before: TaskTypeDefinition | null, after: TaskTypeDefinition): string[] {
  if (!before) return []
  const changes: string[] = []
  if (before.name !== after.name) changes.push(`名称由“${before.name}”改为“${after.name}”`)
  if (before.about !== after.about) changes.push('修改说明')
  if (before.process !== after.process) changes.push(`流程由 ${before.process} 改为 ${after.process}`)
  if (before.needWorkHours !== after.needWorkHours)
    changes.push(after.needWorkHours ? '改为须填工时' : '改为不填工时')
  if (before.scored !== after.scored) changes.push(after.scored ? '改为验收须评分' : '改为验收不评分')
  changes.push(...changesOfList(before.prerequisites, after.prerequisites, '先决条件', changedPrerequisite))
  changes.push(...changesOfList(before.steps, after.steps, '步骤', changedStep))
  changes.push(...changesOfFields(before.fields, after.fields))
  return changes
}

function changesOfList<T extends { name: string }>(
  before: readonly T[],
  after: readonly T[],
  noun: string,
  changed: (one: T, other: T) => string | null,
): string[] {
  const old = new Map(before.map((each) => [each.name, each]))
  const kept = new Set(after.map(({ name }) => name))
  const namesIn = (list: readonly T[], other: ReadonlySet<string>) =>
    list.flatMap(({ name }) => (other.has(name) ? [name] : [])).join('\n')
  return [
    ...before.flatMap(({ name }) => (kept.has(name) ? [] : [`删除${noun}“${name}”`])),
    ...after.flatMap((each) => {
      const known = old.get(each.name)
      if (!known) return [`新增${noun}“${each.name}”`]
      const said = changed(known, each)
      return said === null ? [] : [`${noun}“${each.name}”改为${said}`]
    }),
    ...(namesIn(before, kept) === namesIn(after, new Set(old.keys())) ? [] : [`调整${noun}顺序`]),
  ]
}

const changedPrerequisite = (one: PrerequisiteTemplate, other: PrerequisiteTemplate): string | null =>
  one.required === other.required ? null : other.required ? '必须满足' : '可不满足'

function changedStep(one: StepTemplate, other: StepTemplate): string | null {
  const said = [
    one.required !== other.required && (other.required ? '必做' : '可不做'),
    one.needPhoto !== other.needPhoto && (other.needPhoto ? '须拍照' : '不拍照'),
    one.needValue !== other.needValue && (other.needValue ? '须填数值' : '不填数值'),
  ].filter((each) => each !== false)
  return said.length === 0 ? null : said.join('、')
}
