import { Checkbox, InputNumber } from 'antd'
import { Segments } from '../../../kit/Segments.tsx'
import type { Passing } from './countersign.ts'
import { TypedField } from './TypedField.tsx'
import css from './design.module.css'

type CountersignFieldsProps = {
  /** How many sign; null if only the business row knows. */
  people: number | null
  passing: Passing
  inOrder: boolean
  onPassing: (passing: Passing) => void
  onOrder: (inOrder: boolean) => void
}

const CHOICES = { all: '全部', any: '任一人', count: 'n 人', share: '按比例' }

const START: Record<keyof typeof CHOICES, Passing> = {
  all: { kind: 'all', early: true },
  any: { kind: 'any' },
  count: { kind: 'count', count: 2 },
  share: { kind: 'share', percent: 50 },
}

export function CountersignFields({ people, passing, inOrder, onPassing, onOrder }: CountersignFieldsProps) {
  return (
    <>
      <div className="field">
        <span>怎么算通过</span>
        {passing.kind !== 'expression' && (
          <Segments
            label="怎么算通过"
            choices={CHOICES}
            value={passing.kind}
            onChange={(kind) => onPassing(START[kind])}
          />
        )}
        {passing.kind === 'all' && (
          <Checkbox
            checked={passing.early}
            onChange={({ target }) => onPassing({ kind: 'all', early: target.checked })}
          >
            有人不同意就结束
          </Checkbox>
        )}
        {passing.kind === 'count' && (
          <span className={css.sentence}>
            {people === null ? '名单中' : `${people} 人中`}
            <InputNumber<number>
              aria-label="同意人数"
              min={2}
              max={people ?? 99}
              precision={0}
              value={passing.count}
              onChange={(count) => count && onPassing({ kind: 'count', count })}
            />
            人同意即通过
          </span>
        )}
        {passing.kind === 'share' && (
          <span className={css.sentence}>
            同意达到
            <InputNumber<number>
              aria-label="同意比例"
              min={1}
              max={100}
              precision={0}
              value={passing.percent}
              onChange={(percent) => percent && onPassing({ kind: 'share', percent })}
            />
            % 即通过
          </span>
        )}
      </div>
      {passing.kind === 'expression' && (
        <TypedField
          label="结束条件（FEEL）"
          rows={2}
          max={1000}
          hint="可用 nrOfInstances、nrOfCompletedInstances、nrApproved、nrRejected；清空后可选择"
          value={passing.text}
          onTyped={(text) =>
            onPassing(text.trim() ? { kind: 'expression', text: text.trim() } : { kind: 'all', early: false })
          }
        />
      )}
      <div className="field">
        <span>顺序</span>
        <Segments
          label="顺序"
          choices={{ together: '同时', inOrder: '依次' }}
          value={inOrder ? 'inOrder' : 'together'}
          onChange={(choice) => onOrder(choice === 'inOrder')}
        />
      </div>
    </>
  )
}
