import {
  isAstray,
  markKinds,
  type DrawingMark,
  type MarkableLine,
  type MarkKind,
} from '@heliodesk/contract/ticket-drawings.ts'
import { Input, Select } from 'antd'
import { CircleAlert, X } from 'lucide-react'
import { IconButton } from '../../../kit/Button.tsx'
import { titleOfMark, type Target } from './marks.ts'
import { Pin } from './Pin.tsx'
import { TargetSelect } from './TargetSelect.tsx'
import css from './drawings.module.css'

type MarkListProps = {
  title: string
  marks: readonly DrawingMark[]
  lines: readonly MarkableLine[]
  chosen: number | null
  onChoose: (no: number) => void
  onChange: (no: number, mark: DrawingMark) => void
  onRemove: (no: number) => void
}

/** The marks of a picture by their numbers; the chosen one is changed in its line. */
export const MarkList = (props: MarkListProps) => {
  const { title, marks, lines, chosen, onChoose, onChange, onRemove } = props
  return (
    <ol className={css.marks} aria-label={`${title}的标注`}>
      {marks.map((mark, no) => (
        <li key={no} data-chosen={chosen === no || undefined}>
          <Pin no={no + 1} kind={mark.kind} />
          {chosen === no ? (
            <MarkFields no={no} mark={mark} lines={lines} onChange={(each) => onChange(no, each)} />
          ) : (
            <button type="button" className={css.choose} onClick={() => onChoose(no)}>
              <span className="sr">修改标注 {no + 1}，</span>
              <MarkWords mark={mark} lines={lines} />
            </button>
          )}
          <IconButton icon={X} label={`删除标注 ${no + 1}`} onClick={() => onRemove(no)} />
        </li>
      ))}
    </ol>
  )
}

const kinds = Object.entries(markKinds).map(([value, label]) => ({ value: value as MarkKind, label }))

const faultOf = (mark: DrawingMark, lines: readonly MarkableLine[]): string | null =>
  mark.text === '' ? '请填写标注的内容' : isAstray(mark, lines) ? '措施已改动，请重新选择' : null

function MarkWords({ mark, lines }: { mark: DrawingMark; lines: readonly MarkableLine[] }) {
  const fault = faultOf(mark, lines)
  return (
    <>
      {titleOfMark(mark)}
      {fault && (
        <small className="err">
          <CircleAlert className="i s" aria-hidden />
          {fault}
        </small>
      )}
    </>
  )
}

type MarkFieldsProps = {
  no: number
  mark: DrawingMark
  lines: readonly MarkableLine[]
  onChange: (mark: DrawingMark) => void
}

function MarkFields({ no, mark, lines, onChange }: MarkFieldsProps) {
  const { kind, of, text } = mark
  const name = `标注 ${no + 1}`
  const fault = faultOf(mark, lines)
  const chooseTarget = (target: Target) =>
    onChange({ ...mark, of: target?.group ?? null, text: target?.text ?? (of === null ? text : '') })
  return (
    <div className={css.fields} role="group" aria-label={name}>
      <Select<MarkKind>
        aria-label={`${name}的类别`}
        options={kinds}
        value={kind}
        onChange={(chosen) => onChange({ ...mark, kind: chosen })}
      />
      <TargetSelect
        label={`${name}对应的措施`}
        lines={lines}
        value={of === null ? null : { group: of, text }}
        isAstray={isAstray(mark, lines)}
        onChange={chooseTarget}
      />
      {of === null && (
        <Input
          aria-label={`${name}的内容`}
          placeholder="设备名称和编号"
          maxLength={200}
          status={fault ? 'error' : undefined}
          value={text}
          onChange={({ target }) => onChange({ ...mark, text: target.value })}
        />
      )}
      {fault && <small className="err">{fault}</small>}
    </div>
  )
}
