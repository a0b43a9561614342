import { z } from 'zod'
import { named, requiredText } from './fields.ts'
import { groupNames, measureGroups, type MeasureGroup } from './ticket-kinds.ts'

/** Of measures of a group, of steps, risks, places and people. */
export const MOST_LINES = 60

export const upToMost = <S extends z.ZodType>(title: string, schema: S, unit = '条') =>
  named(title, z.array(schema).max(MOST_LINES, `最多 ${MOST_LINES} ${unit}`).default([]))

export const lines = (title: string) => upToMost(title, named(title, requiredText(200)))

export const risk = z.object({
  risk: named('危险点', requiredText(100)),
  control: named('控制措施', requiredText(200)),
})
export type Risk = z.output<typeof risk>

/** The measures of tickets by group, and what else is written line by line. */
export const ticketLines = {
  ...(Object.fromEntries(groupNames.map((group) => [group, lines(measureGroups[group])])) as Record<
    MeasureGroup,
    ReturnType<typeof lines>
  >),
  steps: lines('操作项目'),
  risks: upToMost('危险点与控制措施', risk),
}
