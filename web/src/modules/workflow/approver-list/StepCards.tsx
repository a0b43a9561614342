import type { Branch, Choice, Step } from '@heliodesk/contract/approver-list/model.ts'
import { goesOn } from '@heliodesk/contract/approver-list/model.ts'
import { Clock, GitBranch, Hammer, Lock, Mail, Plus, Send, UserCheck, type LucideIcon } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { PopMenu, spotUnder, type Spot } from '../../../kit/PopMenu.tsx'
import { insertRefusal, kinds, type Kind, type RowId } from './edit.ts'
import { conditionInWords, passInWords, timeInWords, whoInWords, type Names } from './words.ts'
import css from './approver-list.module.css'

export type CardsProps = {
  names: Names
  /** The id of the step or branch whose panel is open. */
  selected: string | null
  /** The card that Tab comes to; arrow keys move it. */
  focused: string | null
  readOnly: boolean
  /** What in a step prevents the process from running, by its id. */
  faults: ReadonlyMap<string, string>
  onSelect: (id: string) => void
  onInsert: (row: RowId, at: number, kind: Kind) => void
  onMove: (id: string, to: number) => void
  onAddBranch: (choice: Choice) => void
}

const icons: Readonly<Record<Step['kind'], LucideIcon>> = {
  approval: UserCheck,
  handling: Hammer,
  copy: Mail,
  wait: Clock,
  choice: GitBranch,
  locked: Lock,
}

type Dragged = { row: RowId; id: string; at: number }

type RowProps = CardsProps & { row: RowId; steps: readonly Step[] }

/** Steps below each other, with a place to add one before, between and behind them. */
export function StepRow({ row, steps, ...cards }: RowProps) {
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const gap = (at: number) => (
    <Gap
      row={row}
      at={at}
      after={steps[at - 1]?.name ?? null}
      refusal={insertRefusal(steps, at)}
      readOnly={cards.readOnly}
      takes={dragged !== null && dragged.at !== at && dragged.at !== at - 1}
      onDrop={() => {
        if (dragged) cards.onMove(dragged.id, dragged.at < at ? at - 1 : at)
        setDragged(null)
      }}
      onInsert={cards.onInsert}
    />
  )
  return (
    <ol className={css.row}>
      <li>{gap(0)}</li>
      {steps.map((step, at) => (
        <li key={step.id}>
          <StepCard
            {...cards}
            step={step}
            onDragStart={(event) => {
              event.stopPropagation()
              event.dataTransfer.setData('text/plain', step.name)
              setDragged({ row, id: step.id, at })
            }}
            onDragEnd={() => setDragged(null)}
          />
          {goesOn([step]) && gap(at + 1)}
        </li>
      ))}
    </ol>
  )
}

type GapProps = {
  row: RowId
  at: number
  /** The name of the step before it. */
  after: string | null
  refusal: string | null
  readOnly: boolean
  /** Whether the card that is being dragged can be dropped here. */
  takes: boolean
  onDrop: () => void
  onInsert: CardsProps['onInsert']
}

/** The line between two cards, with the button that adds a step there. */
function Gap({ row, at, after, refusal, readOnly, takes, onDrop, onInsert }: GapProps) {
  const [spot, setSpot] = useState<Spot | null>(null)
  const allow = (event: DragEvent) => {
    if (takes) event.preventDefault()
  }
  if (readOnly || refusal !== null) return <span className={css.line} aria-hidden />
  return (
    <div className={takes ? `${css.line} ${css.takes}` : css.line} onDragOver={allow} onDrop={onDrop}>
      <button
        type="button"
        className={css.add}
        aria-haspopup="menu"
        aria-label={after === null ? '在最前面添加' : `在“${after}”后面添加`}
        onClick={({ currentTarget }) => setSpot(spot ? null : spotUnder(currentTarget))}
      >
        <Plus className="i s" aria-hidden />
      </button>
      {spot && (
        <PopMenu
          label="添加"
          spot={spot}
          items={(Object.entries(kinds) as [Kind, string][]).map(([kind, text]) => ({
            text,
            icon: icons[kind],
            onSelect: () => onInsert(row, at, kind),
          }))}
          onClose={() => setSpot(null)}
        />
      )}
    </div>
  )
}

type StepCardProps = CardsProps & {
  step: Step
  onDragStart: (event: DragEvent) => void
  onDragEnd: () => void
}

function StepCard({ step, onDragStart, onDragEnd, ...cards }: StepCardProps) {
  const card = (
    <Card
      {...cards}
      id={step.id}
      icon={icons[step.kind]}
      title={step.name || (step.kind === 'locked' ? '图中的部分' : '未命名')}
      aside={asideOf(step)}
      text={textOf(step, cards.names)}
      look={step.kind === 'locked' ? css.locked : undefined}
      onDragStart={cards.readOnly ? undefined : onDragStart}
      onDragEnd={onDragEnd}
    />
  )
  return step.kind === 'choice' ? (
    <>
      {card}
      <Branches {...cards} choice={step} />
    </>
  ) : (
    card
  )
}

function asideOf(step: Step): string {
  if (step.kind === 'locked') return '图中维护'
  if (step.kind === 'choice') return `${step.branches.length} 个分支`
  if (step.kind === 'wait' || step.kind === 'copy') return ''
  return step.due ? timeInWords(step.due) : ''
}

function textOf(step: Step, names: Names): string {
  switch (step.kind) {
    case 'locked':
      return `${step.elements.length} 个元素，请在 BPMN 图中修改`
    case 'wait':
      return `等 ${timeInWords(step.time)}后继续`
    case 'choice':
      return '按顺序，走第一个满足条件的分支'
    case 'copy':
      return step.who.length === 0 ? whoInWords(step, names) : `抄送给${whoInWords(step, names)}`
    default: {
      const many = step.who.length > 1 || step.pass.of !== 'any'
      return many ? `${whoInWords(step, names)}（${passInWords(step)}）` : whoInWords(step, names)
    }
  }
}

type CardProps = Pick<CardsProps, 'selected' | 'focused' | 'faults' | 'onSelect'> & {
  id: string
  icon: LucideIcon
  title: string
  aside: string
  text: string
  look?: string | undefined
  onDragStart?: ((event: DragEvent) => void) | undefined
  onDragEnd?: () => void
}

function Card({ id, icon: Icon, title, aside, text, look, ...card }: CardProps) {
  const fault = card.faults.get(id)
  const classes = [css.card, look, fault !== undefined && css.faulty].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      data-card={id}
      className={classes}
      aria-pressed={card.selected === id}
      tabIndex={card.focused === id ? 0 : -1}
      draggable={card.onDragStart !== undefined}
      onDragStart={card.onDragStart}
      onDragEnd={card.onDragEnd}
      onClick={() => card.onSelect(id)}
    >
      <span className={css.title}>
        <Icon className="i" aria-hidden />
        <b className="ell">{title}</b>
        {aside && <span className="t3 s12">{aside}</span>}
      </span>
      <span className={css.text}>{fault ?? text}</span>
    </button>
  )
}

/** The branches of a choice beside each other. */
function Branches({ choice, ...cards }: CardsProps & { choice: Choice }) {
  return (
    <div className={css.fork} role="group" aria-label={`“${choice.name}”的分支`}>
      {!cards.readOnly && (
        <button type="button" className={css.addBranch} onClick={() => cards.onAddBranch(choice)}>
          添加条件
        </button>
      )}
      <div className={css.branches}>
        {choice.branches.map((branch, at) => (
          <BranchColumn key={branch.id} {...cards} branch={branch} at={at} />
        ))}
      </div>
    </div>
  )
}

const BranchColumn = ({ branch, at, ...cards }: CardsProps & { branch: Branch; at: number }) => (
  <section className={css.branch} aria-label={branch.name || `分支 ${at + 1}`}>
    <span className={css.stub} aria-hidden />
    <Card
      {...cards}
      id={branch.id}
      icon={GitBranch}
      title={branch.name || (branch.condition ? `条件 ${at + 1}` : '其余情况')}
      aside={branch.condition ? `优先 ${at + 1}` : '最后'}
      text={conditionInWords(branch.condition, cards.names)}
      look={css.condition}
    />
    <StepRow {...cards} row={branch.id} steps={branch.steps} />
    <span className={goesOn(branch.steps) ? css.rest : css.none} aria-hidden />
  </section>
)

export const StartCard = ({
  name,
  ...card
}: Pick<CardsProps, 'selected' | 'focused' | 'faults' | 'onSelect'> & { name: string }) => (
  <Card {...card} id={START} icon={Send} title="发起人" aside={name} text="填好表单后提交" />
)

/** The card above the list. */
export const START = ''
