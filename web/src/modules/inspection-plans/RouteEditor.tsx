import type { PlanDetail } from '@heliodesk/contract/inspection-plans.ts'
import { spaceCalls, type SpaceNode } from '@heliodesk/contract/spaces.ts'
import { InputNumber, Select } from 'antd'
import { GripVertical, Plus, Trash2 } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { StationSelect } from '../../domain/StationSelect.tsx'
import { usePeople } from '../../domain/use-people.tsx'
import { Button, IconButton } from '../../kit/Button.tsx'
import { moved } from '../../kit/moved.ts'
import { useCall } from '../../lib/queries.ts'
import type { Leg } from './draft.ts'
import css from './plans.module.css'

type RouteEditorProps = { legs: readonly Leg[]; onChange: (legs: Leg[]) => void }

const NEW_LEG: Leg = { psId: '', spaceIds: [], deviceIds: [], personId: '', hours: 4 }

/** The way of a plan: dragged into order, or moved with Alt and the arrow keys. */
export function RouteEditor({ legs, onChange }: RouteEditorProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const move = (from: number, to: number) => {
    if (to < 0 || to >= legs.length) return
    onChange(moved(legs, from, to))
    requestAnimationFrame(() => list.current?.children[to]?.querySelector('button')?.focus())
  }
  const onKey = (event: KeyboardEvent, at: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0 || !event.altKey) return
    event.preventDefault()
    move(at, at + by)
  }
  const set = (at: number, change: Partial<Leg>) =>
    onChange(legs.map((leg, each) => (each === at ? { ...leg, ...change } : leg)))
  const last = legs.at(-1)
  return (
    <div className={css.route}>
      <ol ref={list} aria-label="路线，按先后">
        {legs.map((leg, at) => (
          <li
            // A leg has no identity of its own but its place.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            draggable
            data-dragged={dragged === at ? '' : undefined}
            onDragStart={() => setDragged(at)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== null) move(dragged, at)
              setDragged(null)
            }}
          >
            <button
              type="button"
              className={css.grip}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              title="拖动，或按 Alt + ↑ ↓ 调整先后"
              aria-label={`第 ${at + 1} 段`}
              onKeyDown={(event) => onKey(event, at)}
            >
              <GripVertical className="i s t3" aria-hidden />
              {at + 1}
            </button>
            <LegFields leg={leg} at={at} onChange={(change) => set(at, change)} />
            <IconButton
              icon={Trash2}
              label={`删除第 ${at + 1} 段`}
              onClick={() => onChange(legs.filter((_each, each) => each !== at))}
            />
          </li>
        ))}
      </ol>
      <Button
        size="sm"
        icon={Plus}
        onClick={() => onChange([...legs, last ? { ...last, spaceIds: [], deviceIds: [] } : NEW_LEG])}
      >
        加一段
      </Button>
    </div>
  )
}

type LegFieldsProps = { leg: Leg; at: number; onChange: (change: Partial<Leg>) => void }

function LegFields({ leg, at, onChange }: LegFieldsProps) {
  const { isRead, ...people } = usePeople()
  const { psId, spaceIds = [], personId, hours } = leg
  const spaces = useCall(spaceCalls.tree, { psId }, { enabled: psId !== '' })
  const part = `第 ${at + 1} 段的`
  return (
    <>
      <StationSelect
        aria-label={`${part}电站`}
        value={psId ? [psId] : []}
        onlyOne
        onChange={([next]) => onChange({ psId: next ?? '', spaceIds: [], deviceIds: [] })}
      />
      <Select<string[]>
        mode="multiple"
        aria-label={`${part}区域`}
        placeholder="全站设备"
        disabled={psId === ''}
        maxTagCount={1}
        options={psId === '' ? [] : flatten(spaces.data ?? [])}
        value={spaces.data ? [...spaceIds] : []}
        onChange={(chosen) => onChange({ spaceIds: chosen, deviceIds: [] })}
      />
      <Select
        {...people}
        aria-label={`${part}负责人`}
        placeholder="负责人"
        value={isRead && personId ? personId : undefined}
        onChange={(next: string) => onChange({ personId: next })}
      />
      <InputNumber<number>
        aria-label={`${part}预计工时`}
        value={hours ?? null}
        min={0.1}
        max={999}
        precision={1}
        controls={false}
        suffix="h"
        onChange={(next) => onChange({ hours: next ?? 1 })}
      />
    </>
  )
}

const flatten = (nodes: readonly SpaceNode[], above = ''): { value: string; label: string }[] =>
  nodes.flatMap(({ id, name, deviceCount, children }) => [
    { value: id, label: `${above}${name}（${deviceCount} 台）` },
    ...flatten(children ?? [], `${above}${name} / `),
  ])

/** The way of a plan that is not being edited. */
export const Route = ({ legs }: { legs: PlanDetail['versions'][number]['legs'] }) => (
  <div className={css.route}>
    <ol aria-label="路线，按先后" className={css.read}>
      {legs.map(({ no, psName, spaces, devices, deviceCount, personName, hours }) => (
        <li key={no}>
          <span className="t3">{no}</span>
          <span>
            {psName}
            <small className="t2">
              {[...spaces, ...devices].map(({ name }) => name).join('、') || '全站'}
            </small>
          </span>
          <span className="t2">{deviceCount} 台</span>
          <span>{personName}</span>
          <span className="t2">{hours} h</span>
        </li>
      ))}
    </ol>
  </div>
)
