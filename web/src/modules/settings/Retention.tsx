import {
  LEAST_AUDIT_DAYS,
  LEAST_LOG_DAYS,
  retentionKinds,
  type RetentionKind,
} from '@heliodesk/contract/retention.ts'
import { settingCalls, type SystemSettings } from '@heliodesk/contract/settings.ts'
import { formatTime } from '../../kit/format.ts'
import { useCall } from '../../lib/queries.ts'
import { NumberSetting } from './fields.tsx'
import type { Draft } from './use-draft.ts'

const HINTS: Record<RetentionKind, { label: string; hint: string }> = {
  auditDays: {
    label: '审计日志',
    hint: `0 为按平台运营方的年限，否则不少于 ${LEAST_AUDIT_DAYS} 天（民法典诉讼时效三年）`,
  },
  signInDays: {
    label: '登录日志',
    hint: `0 为一直保留，否则不少于 ${LEAST_LOG_DAYS} 天（网络安全法要求六个月）`,
  },
  exportDays: { label: '导出文件', hint: '1 ~ 30 天，对之后生成的文件生效' },
  deliveryDays: { label: '推送记录', hint: '7 ~ 180 天' },
  givenUpJobDays: { label: '已放弃的后台任务', hint: '7 ~ 90 天' },
}

/** How long each kind of data is kept, and since when there is some. Business records are kept for ever. */
export function Retention({ draft }: { draft: Draft<SystemSettings> }) {
  const { data } = useCall(settingCalls.retention, {})
  const since = new Map(data?.map((each) => [each.kind, each.since]))
  return retentionKinds.map((kind) => {
    const oldest = since.get(kind)
    const now = data === undefined ? '' : oldest ? `；现存最早 ${formatTime(oldest)}` : '；现在没有'
    return (
      <NumberSetting
        key={kind}
        draft={draft}
        name={kind}
        label={HINTS[kind].label}
        suffix="天"
        hint={`${HINTS[kind].hint}${now}`}
      />
    )
  })
}
