import { checkCalls } from '@heliodesk/contract/checks.ts'
import { Input } from 'antd'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AddButton } from '../../kit/AddButton.tsx'
import { IconButton } from '../../kit/Button.tsx'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../kit/use-settled.ts'
import { useCall } from '../../lib/queries.ts'
import type { Segment } from './check-rule.tsx'
import css from './check-rules.module.css'

type SegmentsFieldProps = {
  value: readonly Segment[]
  error: string | null
  onChange: (value: Segment[]) => void
  onBlur: () => void
}

const MOST = 20

/** The segments of a rule from left to right, and a field for testing the rule before it is saved. */
export function SegmentsField({ value, error, onChange, onBlur }: SegmentsFieldProps) {
  const set = (at: number, change: Partial<Segment>) =>
    onChange(value.map((each, place) => (place === at ? { ...each, ...change } : each)))
  const swap = (at: number, other: number) =>
    onChange(value.map((each, place) => value[place === at ? other : place === other ? at : place] ?? each))
  return (
    <fieldset
      className={`touch field wide ${css.segments}`}
      data-bad={error ? '' : undefined}
      onBlur={onBlur}
    >
      <legend>校验规则</legend>
      <p className="note">从左到右逐段取值；位数填 * 表示其余全部，只能放在最后一段</p>
      <ol>
        {value.map((segment, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- segments have no id but their position
          <li key={at}>
            <Input
              aria-label={`第 ${at + 1} 段位数`}
              placeholder="位数"
              value={String(segment.digits || '')}
              onChange={(event) => set(at, { digits: digitsOf(event.target.value) })}
            />
            <Input
              aria-label={`第 ${at + 1} 段正则表达式`}
              placeholder="正则表达式，如 [A-Z]{2}"
              autoCapitalize="none"
              spellCheck={false}
              value={segment.pattern}
              onChange={(event) => set(at, { pattern: event.target.value })}
            />
            <Input
              aria-label={`第 ${at + 1} 段提示文字`}
              placeholder="不符合时的提示"
              value={segment.message}
              onChange={(event) => set(at, { message: event.target.value })}
            />
            <span className={`row ${css.row}`}>
              <IconButton
                icon={ArrowUp}
                label={`上移第 ${at + 1} 段`}
                small
                refusal={at === 0 ? '已是第一段' : null}
                onClick={() => swap(at, at - 1)}
              />
              <IconButton
                icon={ArrowDown}
                label={`下移第 ${at + 1} 段`}
                small
                refusal={at === value.length - 1 ? '已是最后一段' : null}
                onClick={() => swap(at, at + 1)}
              />
              <IconButton
                icon={Trash2}
                label={`删除第 ${at + 1} 段`}
                small
                refusal={value.length === 1 ? '至少保留一段' : null}
                onClick={() => onChange(value.filter((_each, place) => place !== at))}
              />
            </span>
          </li>
        ))}
      </ol>
      {error && (
        <p className="note bad" role="alert">
          {error}
        </p>
      )}
      <AddButton
        size="sm"
        text="添加一段"
        refusal={value.length >= MOST ? `最多 ${MOST} 段` : null}
        onAdd={() => onChange([...value, { digits: '*', pattern: '', message: '' }])}
      />
      <TryOut segments={value} />
    </fieldset>
  )
}

/** The typed value; the rule's own schema rejects an invalid number. */
const digitsOf = (text: string): Segment['digits'] => (text.trim() === '*' ? '*' : Number(text.trim()) || 0)

/** Checks a value against the unsaved rule. */
function TryOut({ segments }: { segments: readonly Segment[] }) {
  const [value, setValue] = useState('')
  const asked = useSettled(JSON.stringify({ segments, value }), ASKING_DEBOUNCE_MS)
  const input = JSON.parse(asked) as { segments: Segment[]; value: string }
  const isRule = checkCalls.tryOut.input.safeParse(input).success
  const isAsked = isRule && input.value !== ''
  const { data, error, isFetching } = useCall(checkCalls.tryOut, input, { enabled: isAsked })
  const isKnown = isAsked && !isFetching
  return (
    <label className={css.tryOut}>
      <span className="t2">试校验</span>
      <Input
        placeholder={isRule ? '输入一个编码' : '填好校验规则后可试用'}
        maxLength={200}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <output className={error ? 'err' : 'ok'}>
        {isKnown && (error ? error.message : data === null && '符合规则')}
      </output>
    </label>
  )
}
