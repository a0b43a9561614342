import { z } from 'zod'
import { named } from './fields.ts'

/** The least that the law allows for logs of networks (网络安全法 §21: six months). */
export const LEAST_LOG_DAYS = 180
/** Who changed what is evidence for as long as claims can be made (民法典 §188: three years). */
export const LEAST_AUDIT_DAYS = 1096
const MOST_DAYS = 36_500

const days = (least: number, most: number) =>
  z.coerce.number().int('应为整数').min(least, `至少 ${least} 天`).max(most, `最多 ${most} 天`)

/** 0 is as long as the product keeps it by itself. */
const logDays = (least: number, why: string) =>
  z.coerce
    .number()
    .int('应为整数')
    .max(MOST_DAYS, `最多 ${MOST_DAYS} 天`)
    .refine((value) => value === 0 || value >= least, `至少 ${least} 天（${why}）`)

/** For how many days a company keeps what is only of use for a time. */
export const retentionSettings = {
  /** 0: for the years of the platform's operator. */
  auditDays: named('审计日志保留（天）', logDays(LEAST_AUDIT_DAYS, '民法典诉讼时效三年')),
  /** 0: for ever. */
  signInDays: named('登录日志保留（天）', logDays(LEAST_LOG_DAYS, '网络安全法要求六个月')),
  exportDays: named('导出文件保留（天）', days(1, 30)),
  deliveryDays: named('推送记录保留（天）', days(7, 180)),
  givenUpJobDays: named('已放弃的后台任务保留（天）', days(7, 90)),
}

export const usualRetention = {
  auditDays: 0,
  signInDays: 0,
  exportDays: 7,
  deliveryDays: 30,
  givenUpJobDays: 90,
}
export type RetentionKind = keyof typeof usualRetention
export const retentionKinds = Object.keys(usualRetention) as RetentionKind[]
