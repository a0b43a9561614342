import { MOST_LINES, type Risk } from '@heliodesk/contract/ticket-lines.ts'
import { typicalTitles } from '@heliodesk/contract/typical-tickets.ts'
import { Input } from 'antd'
import { X } from 'lucide-react'
import { AddButton } from '../../kit/AddButton.tsx'
import { IconButton } from '../../kit/Button.tsx'
import { Field } from '../../kit/Field.tsx'
import css from './typical-tickets.module.css'

type RiskRowsProps = {
  error: string | null
  risks: readonly Risk[]
  onChange: (risks: Risk[]) => void
}

/** A form field for dangers, each with what is done against it. */
export const RiskRows = ({ error, risks, onChange }: RiskRowsProps) => (
  <Field className="wide" label={typicalTitles.risks} error={error}>
    {({ id, ...control }) => (
      <div className={css.risks}>
        <ol>
          {risks.map((row, at) => (
            <li key={at}>
              <Input
                {...control}
                id={at === 0 ? id : undefined}
                aria-label={`第 ${at + 1} 个危险点`}
                placeholder="危险点"
                maxLength={100}
                value={row.risk}
                onChange={({ target }) => onChange(risks.with(at, { ...row, risk: target.value }))}
              />
              <Input
                aria-label={`第 ${at + 1} 个危险点的控制措施`}
                placeholder="控制措施"
                maxLength={200}
                value={row.control}
                onChange={({ target }) => onChange(risks.with(at, { ...row, control: target.value }))}
              />
              <IconButton
                icon={X}
                label={`删除第 ${at + 1} 个危险点`}
                onClick={() => onChange(risks.toSpliced(at, 1))}
              />
            </li>
          ))}
        </ol>
        <AddButton
          size="sm"
          text="添加危险点"
          refusal={risks.length >= MOST_LINES ? `最多 ${MOST_LINES} 个危险点` : null}
          onAdd={() => onChange([...risks, { risk: '', control: '' }])}
        />
      </div>
    )}
  </Field>
)
