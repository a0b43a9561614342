import { z } from 'zod'
import { named, requiredText } from './fields.ts'

/** The grades of defects, the gravest first; companies name them as they like (domain.md §3). */
export const defectLevels = ['I', 'II', 'III'] as const
export type DefectLevel = (typeof defectLevels)[number]

export const defectLevel = named('缺陷等级', z.enum(defectLevels, '没有这种缺陷等级'))

/** Only faults and defects are graded. */
export const isGraded = (taskType: number): boolean => taskType === 7 || taskType === 8

const limit = (most: number, unit: string) =>
  z.coerce.number().int('应为整数').min(1, `至少 1 ${unit}`).max(most, `最多 ${most} ${unit}`)

/** What a company calls a grade, and by when it is seen to. */
export const gradeRule = z.object({
  label: named('名称', requiredText(10)),
  /** To say by phone what is done. */
  respondMinutes: named('响应时限（分钟）', limit(43_200, '分钟')),
  /** To be on site. */
  arriveHours: named('到场时限（小时）', limit(8760, '小时')),
  recoverHours: named('恢复时限（小时）', limit(8760, '小时')),
})
export type GradeRule = z.output<typeof gradeRule>

export const usualGrades: Record<DefectLevel, GradeRule> = {
  I: { label: '紧急', respondMinutes: 15, arriveHours: 2, recoverHours: 24 },
  II: { label: '重大', respondMinutes: 60, arriveHours: 24, recoverHours: 168 },
  III: { label: '一般', respondMinutes: 1440, arriveHours: 72, recoverHours: 720 },
}

/** Whether a defect of one level is to be mended before one of another. */
export const isGraver = (one: DefectLevel, other: DefectLevel): boolean =>
  defectLevels.indexOf(one) < defectLevels.indexOf(other)
