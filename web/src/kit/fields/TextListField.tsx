import { Input } from 'antd'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { AddButton } from '../AddButton.tsx'
import { IconButton } from '../Button.tsx'
import { Field, type FieldControl } from '../Field.tsx'
import { moved } from '../moved.ts'
import type { Frame } from './bound-field.ts'
import css from './text-list.module.css'

type ListProps = {
  /** What one of them is called: 说明. */
  noun: string
  texts: readonly string[]
  /** No more than these can be added. */
  most: number
  onChange: (texts: string[]) => void
}

type TextListFieldProps = Frame & Omit<ListProps, 'noun'>

/** A form field for short texts in an order: each is typed, moved and removed in its line. */
export const TextListField = ({ texts, most, onChange, ...frame }: TextListFieldProps) => (
  <Field {...frame}>
    {(control) => (
      <TextList control={control} noun={frame.label} texts={texts} most={most} onChange={onChange} />
    )}
  </Field>
)

function TextList({
  control: { id, ...control },
  noun,
  texts,
  most,
  onChange,
}: ListProps & { control: FieldControl }) {
  const move = (from: number, to: number) => onChange(moved(texts, from, to))
  return (
    <div className={css.texts}>
      <ol>
        {texts.map((text, at) => (
          <li key={at} className="row">
            <Input
              {...control}
              id={at === 0 ? id : undefined}
              aria-label={`第 ${at + 1} 条${noun}`}
              value={text}
              onChange={(event) => onChange(texts.with(at, event.target.value))}
            />
            <IconButton
              icon={ArrowUp}
              label={`第 ${at + 1} 条上移`}
              refusal={at === 0 ? '已是第一条' : null}
              onClick={() => move(at, at - 1)}
            />
            <IconButton
              icon={ArrowDown}
              label={`第 ${at + 1} 条下移`}
              refusal={at === texts.length - 1 ? '已是最后一条' : null}
              onClick={() => move(at, at + 1)}
            />
            <IconButton
              icon={X}
              label={`删除第 ${at + 1} 条`}
              onClick={() => onChange(texts.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      <AddButton
        size="sm"
        text={`添加${noun}`}
        refusal={texts.length >= most ? `最多 ${most} 条${noun}` : null}
        onAdd={() => onChange([...texts, ''])}
      />
    </div>
  )
}
