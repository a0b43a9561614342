import type { MarkableLine } from '@heliodesk/contract/ticket-drawings.ts'
import { Select } from 'antd'
import type { Target } from './marks.ts'

type TargetSelectProps = {
  label: string
  lines: readonly MarkableLine[]
  value: Target
  /** It stands for a line that is no longer there. */
  isAstray?: boolean
  onChange: (target: Target) => void
}

const OWN_WORDS = 'own'
const keyOf = ({ group, text }: MarkableLine) => `${group} ${text}`

/** Which of the lines a mark stands for, or none of them. */
export function TargetSelect({ label, lines, value, isAstray = false, onChange }: TargetSelectProps) {
  const written = [...new Map(lines.map((line) => [keyOf(line), line])).values()].filter(
    ({ text }) => text !== '',
  )
  return (
    <Select<string>
      aria-label={label}
      status={isAstray ? 'error' : undefined}
      placeholder="请重新选择"
      options={[
        ...written.map((line) => ({ value: keyOf(line), label: line.text })),
        { value: OWN_WORDS, label: '自行填写' },
      ]}
      value={isAstray ? undefined : value ? keyOf(value) : OWN_WORDS}
      onChange={(key) => onChange(written.find((line) => keyOf(line) === key) ?? null)}
    />
  )
}
