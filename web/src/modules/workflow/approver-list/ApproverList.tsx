import type { ApproverList as List, Choice } from '@heliodesk/contract/approver-list/model.ts'
import { allSteps, goesOn } from '@heliodesk/contract/approver-list/model.ts'
import { copyRefusal, staffingRefusal } from '@heliodesk/contract/approver-list/who.ts'
import { Minus, Plus, Redo2, Undo2, Workflow } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../../../kit/Button.tsx'
import { PanelDrawer } from '../../../kit/PanelDrawer.tsx'
import { Empty } from '../../../kit/States.tsx'
import { usePhone } from '../../../kit/use-phone.ts'
import {
  addBranch,
  choiceOf,
  insertStep,
  moveStep,
  newStep,
  placeOf,
  removalRefusal,
  removeBranch,
  removeStep,
  stepOf,
  type Kind,
  type RowId,
} from './edit.ts'
import type { FormField } from './fields.ts'
import { RehearsalBar, useRehearsal, type Rehearsal } from './RehearsalBar.tsx'
import { START, StartCard, StepRow } from './StepCards.tsx'
import { StepPanel } from './StepPanel.tsx'
import { useApproverList } from './use-approver-list.ts'
import { useNames } from './use-names.ts'
import css from './approver-list.module.css'

type ApproverListProps = {
  /** The process file, of which the list is a view. */
  xml: string
  onChange: (xml: string) => void
  readOnly?: boolean
  /** The fields of the form that a process decides about, by its key; none where it is no form. */
  fieldsOf: (key: string) => readonly FormField[]
}

/** A process as a vertical list of who decides, in which order and under which conditions. It reads and writes BPMN. */
export function ApproverList({ xml, onChange, readOnly = false, fieldsOf }: ApproverListProps) {
  const editor = useApproverList(xml, onChange)
  if (editor.read === null)
    return <i className="sk" style={{ height: 240 }} role="status" aria-label="正在加载" />
  if ('refusal' in editor.read)
    return (
      <Empty
        icon={Workflow}
        title={`${editor.read.refusal}，不能显示为审批列表`}
        text="请切换到 BPMN 图修改。"
      />
    )
  return (
    <Editor
      {...editor}
      list={editor.read.list}
      xml={xml}
      readOnly={readOnly}
      fields={fieldsOf(editor.read.list.key)}
    />
  )
}

type EditorProps = Omit<ReturnType<typeof useApproverList>, 'read'> & {
  list: List
  xml: string
  readOnly: boolean
  fields: readonly FormField[]
}

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5]

function Editor({ list, xml, readOnly, fields, change, undo, redo }: EditorProps) {
  const known = useNames(fields)
  const rehearsal = useRehearsal(xml)
  const isPhone = usePhone()
  const [selected, setSelected] = useState<string | null>(null)
  const [focused, setFocused] = useState<string>(START)
  const [zoom, setZoom] = useState(1)
  const canvas = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = canvas.current
    if (element) element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2
  }, [])
  const isThere = (id: string) => stepOf(list, id) !== undefined || choiceOf(list, id) !== undefined
  const open = selected !== null && isThere(selected) ? selected : null

  const focusCard = (id: string) => {
    setFocused(id)
    requestAnimationFrame(() =>
      canvas.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)?.focus(),
    )
  }
  const select = (id: string) => {
    setFocused(id)
    setSelected(id === START ? null : id)
  }
  const insert = (row: RowId, at: number, kind: Kind) => {
    const step = newStep(list, kind)
    change(insertStep(list, row, at, step))
    setSelected(step.id)
    focusCard(step.id)
  }
  const remove = (id: string) => {
    if (readOnly || removalRefusal(list, id) !== null) return
    const around = cardsIn(canvas.current)
    const before = around[around.indexOf(id) - 1] ?? START
    change(choiceOf(list, id) ? removeBranch(list, id) : removeStep(list, id))
    setSelected(null)
    focusCard(before)
  }
  const move = (id: string, to: number) => {
    change(moveStep(list, id, to))
    focusCard(id)
  }
  const branch = (choice: Choice) => {
    const added = addBranch(list, choice)
    change(added.list)
    setSelected(added.id)
    focusCard(added.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase()
      const step = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : null
      if (readOnly || !['y', 'z'].includes(key) || isTyping(event.target)) return
      event.preventDefault()
      step?.()
      return
    }
    const id = event.target instanceof HTMLElement ? event.target.dataset.card : undefined
    if (id === undefined) return
    if (event.key === 'Delete') remove(id)
    else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      const place = placeOf(list, id)
      if (place && !readOnly) move(id, place.at + (event.key === 'ArrowUp' ? -1 : 1))
    } else {
      const next = nextCard(list, cardsIn(canvas.current), id, event.key)
      if (next === null) return
      focusCard(next)
    }
    event.preventDefault()
  }
  const shown = {
    selected: open,
    focused: isThere(focused) ? focused : START,
    faults: faultsOf(list, rehearsal.answer.data),
  }
  const close = () => {
    setSelected(null)
    if (open !== null) focusCard(open)
  }
  const panel = open !== null && (
    <StepPanel
      list={list}
      id={open}
      known={known}
      readOnly={readOnly}
      onChange={change}
      onMove={move}
      onRemove={remove}
      onClose={isPhone ? null : close}
    />
  )
  return (
    // The shortcuts work wherever the focus is in the editor.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={css.list} onKeyDown={onKeyDown}>
      <div className={css.main}>
        <div className={css.tools} role="toolbar" aria-label="审批列表的工具">
          <IconButton
            icon={Minus}
            label="缩小"
            onClick={() => setZoom(ZOOMS.findLast((each) => each < zoom) ?? zoom)}
          />
          <span className={css.zoom}>{Math.round(zoom * 100)} %</span>
          <IconButton
            icon={Plus}
            label="放大"
            onClick={() => setZoom(ZOOMS.find((each) => each > zoom) ?? zoom)}
          />
          {!readOnly && (
            <>
              <IconButton
                icon={Undo2}
                label="撤销"
                refusal={undo ? null : '没有可撤销的修改'}
                onClick={() => undo?.()}
              />
              <IconButton
                icon={Redo2}
                label="重做"
                refusal={redo ? null : '没有可重做的修改'}
                onClick={() => redo?.()}
              />
            </>
          )}
        </div>
        <div ref={canvas} className={css.canvas} role="group" aria-label={`${list.name}的审批列表`}>
          <div className={css.drawing} style={{ zoom }}>
            <StartCard {...shown} name={list.start.name} onSelect={select} />
            <StepRow
              {...shown}
              row={null}
              steps={list.steps}
              names={known.names}
              readOnly={readOnly}
              onSelect={select}
              onInsert={insert}
              onMove={move}
              onAddBranch={branch}
            />
            {goesOn(list.steps) && <span className={css.end}>{list.end.name || '结束'}</span>}
          </div>
        </div>
        <RehearsalBar list={list} known={known} rehearsal={rehearsal} />
      </div>
      {panel &&
        (isPhone ? (
          <PanelDrawer title="环节设置" size="100%" maxWidth="100vw" onClose={close}>
            {panel}
          </PanelDrawer>
        ) : (
          panel
        ))}
    </div>
  )
}

const isTyping = (target: EventTarget) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** The cards from top to bottom, branch by branch. */
const cardsIn = (canvas: HTMLElement | null): string[] =>
  [...(canvas?.querySelectorAll<HTMLElement>('[data-card]') ?? [])].map(
    ({ dataset }) => dataset.card ?? START,
  )

/** Where an arrow key leads: up and down through all cards, left and right to the branch beside. */
function nextCard(list: List, cards: readonly string[], id: string, key: string): string | null {
  const at = cards.indexOf(id)
  if (key === 'ArrowDown') return cards[at + 1] ?? null
  if (key === 'ArrowUp') return cards[at - 1] ?? null
  if (key === 'Home') return cards[0] ?? null
  if (key === 'End') return cards.at(-1) ?? null
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null
  const branchId = choiceOf(list, id) ? id : branchAround(list, id)
  const branches = branchId === null ? [] : (choiceOf(list, branchId)?.branches ?? [])
  const own = branches.findIndex((each) => each.id === branchId)
  return branches[own + (key === 'ArrowLeft' ? -1 : 1)]?.id ?? null
}

/** The branch in which a step is. */
const branchAround = (list: List, id: string): RowId => placeOf(list, id)?.row ?? null

/** What prevents steps from running: nobody is chosen, or the rehearsal found nobody. */
function faultsOf(list: List, rehearsal: Rehearsal | undefined): ReadonlyMap<string, string> {
  const faults = new Map<string, string>()
  for (const step of allSteps(list.steps)) {
    const fault =
      step.kind === 'approval' || step.kind === 'handling'
        ? staffingRefusal(step.who, step.pass)
        : step.kind === 'copy'
          ? copyRefusal(step.who)
          : null
    if (fault !== null) faults.set(step.id, fault)
    for (const { id, condition } of step.kind === 'choice' ? step.branches : [])
      if (condition && 'rows' in condition && condition.rows.length === 0) faults.set(id, '请添加条件')
  }
  for (const { node, problem } of rehearsal?.path ?? []) if (problem !== null) faults.set(node, problem)
  return faults
}
