import { sourceCategory, taskCategory, type TaskType } from '@heliodesk/contract/work-order-rules.ts'

/** How often one type of order arises in a demo year, and how it proceeds. */
export type TaskProfile = {
  /** Per hundred orders. */
  share: number
  /** Relative frequency from January to December. */
  months: readonly number[]
  /** Days of the month on which it arises. */
  days?: readonly [first: number, last: number]
  category: string
  sources: readonly (readonly [source: string, weight: number])[]
  /** Planned duration in hours of work. */
  hours: readonly [low: number, high: number]
  /** The number of people, including the responsible one. */
  crew: readonly [low: number, high: number]
}

const even = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] as const
const { manual, alarm, inspection, plan, copy } = sourceCategory
const planned = [
  [plan, 70],
  [manual, 24],
  [copy, 6],
] as const
const asked = [[manual, 1]] as const

/** Mix and seasons of domain.md §8 "Shape of a demo year", durations of its §2. */
export const taskProfiles: Record<TaskType, TaskProfile> = {
  1: {
    share: 8,
    months: [1, 1, 5, 6, 5, 2, 1, 2, 5, 5, 2, 1],
    category: taskCategory.preventive,
    sources: planned,
    hours: [40, 120],
    crew: [2, 3],
  },
  2: {
    share: 6,
    months: [0, 0, 0, 1, 2, 6, 7, 7, 5, 1, 0, 0],
    category: taskCategory.preventive,
    sources: planned,
    hours: [50, 130],
    crew: [2, 3],
  },
  3: {
    share: 6,
    months: [1, 1, 6, 7, 6, 1, 1, 1, 2, 6, 6, 1],
    category: taskCategory.preventive,
    sources: planned,
    hours: [10, 40],
    crew: [2, 3],
  },
  4: {
    share: 6,
    months: even,
    category: taskCategory.preventive,
    sources: planned,
    hours: [4, 10],
    crew: [2, 2],
  },
  7: {
    share: 17,
    months: [2, 2, 3, 3, 5, 8, 9, 8, 5, 3, 2, 2],
    category: taskCategory.corrective,
    sources: [
      [alarm, 62],
      [inspection, 24],
      [manual, 14],
    ],
    hours: [6, 36],
    crew: [1, 3],
  },
  8: {
    share: 38,
    months: [3, 3, 4, 4, 5, 5, 6, 6, 5, 4, 4, 3],
    category: taskCategory.corrective,
    sources: [
      [inspection, 52],
      [manual, 24],
      [alarm, 24],
    ],
    hours: [24, 180],
    crew: [1, 2],
  },
  9: {
    share: 1.2,
    months: even,
    category: taskCategory.modification,
    sources: asked,
    hours: [60, 250],
    crew: [2, 3],
  },
  10: {
    share: 1.6,
    months: even,
    days: [5, 12],
    category: taskCategory.corrective,
    sources: asked,
    hours: [110, 300],
    crew: [1, 2],
  },
  11: {
    share: 1.6,
    months: [1, 1, 2, 3, 3, 1, 1, 1, 3, 3, 2, 1],
    category: taskCategory.other,
    sources: asked,
    hours: [4, 10],
    crew: [1, 2],
  },
  12: {
    share: 3.4,
    months: [3, 3, 1, 1, 1, 1, 2, 2, 1, 1, 2, 3],
    category: taskCategory.other,
    sources: [
      [manual, 90],
      [copy, 10],
    ],
    hours: [8, 30],
    crew: [1, 2],
  },
  13: {
    share: 1.4,
    months: [1, 1, 3, 3, 3, 2, 2, 2, 3, 3, 1, 1],
    category: taskCategory.preventive,
    sources: planned,
    hours: [2, 4],
    crew: [1, 2],
  },
  14: {
    share: 1.6,
    months: even,
    days: [1, 5],
    category: taskCategory.other,
    sources: [[plan, 1]],
    hours: [22, 33],
    crew: [1, 1],
  },
  15: {
    share: 1.2,
    months: [1, 1, 1, 1, 2, 3, 4, 4, 2, 1, 1, 1],
    category: taskCategory.corrective,
    sources: [
      [alarm, 75],
      [manual, 25],
    ],
    hours: [4, 30],
    crew: [2, 3],
  },
  16: {
    share: 1,
    months: even,
    category: taskCategory.other,
    sources: asked,
    hours: [80, 250],
    crew: [1, 1],
  },
  18: {
    share: 6,
    months: even,
    days: [1, 12],
    category: taskCategory.preventive,
    sources: planned,
    hours: [8, 12],
    crew: [1, 2],
  },
}
