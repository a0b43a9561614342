import {
  markKinds,
  MOST_MARKS,
  type Drawing,
  type DrawingMark,
  type MarkableLine,
  type MarkKind,
} from '@heliodesk/contract/ticket-drawings.ts'
import { Input } from 'antd'
import { Trash2, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, IconButton } from '../../../kit/Button.tsx'
import type { ShownFile } from '../../../kit/FileTiles.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import { MarkList } from './MarkList.tsx'
import { nextTarget, type Point, type Target } from './marks.ts'
import { PlacingPicture } from './PlacingPicture.tsx'
import { TargetSelect } from './TargetSelect.tsx'
import css from './drawings.module.css'

type DrawingEditorProps = {
  no: number
  drawing: Drawing
  file: ShownFile | undefined
  /** All drawings, to tell which lines are marked already. */
  drawings: readonly Drawing[]
  lines: readonly MarkableLine[]
  onChange: (drawing: Drawing) => void
  onRemove: () => void
}

/** One drawing: its title, the picture on which marks are placed, and the list of them. */
export function DrawingEditor({
  no,
  drawing,
  file,
  drawings,
  lines,
  onChange,
  onRemove,
}: DrawingEditorProps) {
  const { title, marks } = drawing
  const [kind, setKind] = useState<MarkKind>('isolated')
  /** Undefined until somebody chooses: then it is the next line. */
  const [picked, setPicked] = useState<Target>()
  const [chosen, setChosen] = useState<number | null>(null)
  const [removed, setRemoved] = useState<{ mark: DrawingMark; at: number } | null>(null)
  const box = useRef<HTMLElement>(null)
  const target = picked === undefined ? nextTarget(kind, lines, drawings) : picked
  const isFull = marks.length >= MOST_MARKS
  const put = (next: readonly DrawingMark[]) => onChange({ ...drawing, marks: [...next] })
  const focusMark = (at: number) => box.current?.querySelector<HTMLElement>(`[data-mark="${at}"]`)?.focus()

  const place = (at: Point) => {
    if (isFull) return
    flushSync(() => {
      put([...marks, { ...at, kind, of: target?.group ?? null, text: target?.text ?? '' }])
      setPicked(undefined)
      setChosen(marks.length)
      setRemoved(null)
    })
    focusMark(marks.length)
  }
  const remove = (at: number) => {
    flushSync(() => {
      setRemoved({ mark: marks[at]!, at })
      put(marks.toSpliced(at, 1))
      setChosen(null)
    })
    box.current?.querySelector<HTMLElement>('[data-undo] button')?.focus()
  }
  const undo = ({ mark, at }: { mark: DrawingMark; at: number }) => {
    flushSync(() => {
      put(marks.toSpliced(at, 0, mark))
      setRemoved(null)
      setChosen(at)
    })
    focusMark(at)
  }
  return (
    <section ref={box} className={css.editor} aria-label={`第 ${no} 张附图`}>
      <header className="row">
        <Input
          aria-label={`第 ${no} 张附图的图名`}
          placeholder="图名，如 7号箱变一次接线图"
          maxLength={50}
          value={title}
          onChange={({ target: { value } }) => onChange({ ...drawing, title: value })}
        />
        <IconButton icon={Trash2} label={`删除第 ${no} 张附图`} onClick={onRemove} />
      </header>
      <div className={css.brush} role="group" aria-label="要放置的标注">
        <Segments
          label="标注类别"
          choices={markKinds}
          value={kind}
          onChange={(each) => {
            setKind(each)
            setPicked(undefined)
          }}
        />
        <TargetSelect label="对应的措施" lines={lines} value={target} onChange={setPicked} />
        <small className="t3">
          {isFull
            ? `每张图最多 ${MOST_MARKS} 处标注`
            : '点图放置，拖动移动；键盘用方向键移动（Shift 微调），Delete 删除'}
        </small>
      </div>
      <div className={css.both}>
        <PlacingPicture
          title={title || `第 ${no} 张附图`}
          {...{ file, marks, kind, chosen }}
          onPlace={place}
          onMove={(at, to) => put(marks.with(at, { ...marks[at]!, ...to }))}
          onChoose={setChosen}
          onRemove={remove}
        />
        <div>
          {removed && (
            <p className={css.undo} role="status" data-undo>
              已删除标注 {removed.at + 1}
              <Button size="sm" icon={Undo2} onClick={() => undo(removed)}>
                恢复
              </Button>
            </p>
          )}
          <MarkList
            title={title || `第 ${no} 张附图`}
            {...{ marks, lines, chosen }}
            onChoose={setChosen}
            onChange={(at, mark) => put(marks.with(at, mark))}
            onRemove={remove}
          />
          {marks.length === 0 && !removed && <p className="t3 s12">还没有标注</p>}
        </div>
      </div>
    </section>
  )
}
