import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { ProcessDiagram } from '../../../domain/process-diagram/ProcessDiagram.tsx'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { Empty } from '../../../kit/States.tsx'
import { useCall } from '../../../lib/queries.ts'
import css from './design.module.css'

type Comparison = Received<typeof workflowCalls.compare>
type Change = Comparison['changes'][number]

const WORDS = { added: '增加', removed: '去掉', changed: '修改' }
const TONES = { added: 'tag ok', removed: 'tag err', changed: 'tag undo' }

type CompareDialogProps = {
  open: boolean
  onClose: () => void
  name: string
  of: Sent<typeof workflowCalls.compare>
}

/** Two versions of a process: their pictures with what differs marked, and the differences in words. */
export function CompareDialog({ open, onClose, name, of }: CompareDialogProps) {
  const read = useCall(workflowCalls.compare, of, { refetchOnMount: 'always' })
  return (
    <Dialog
      open={open}
      title={`对比“${name}”`}
      width={1180}
      cross
      onClose={onClose}
      buttons={<Button onClick={onClose}>关闭</Button>}
    >
      <Reading read={read} name="对比结果" height={420}>
        {({ before, after, changes }) => (
          <>
            <div className={css.sides}>
              <Side {...before} changes={changes} not="added" />
              <Side {...after} changes={changes} not="removed" />
            </div>
            <h3 className={css.changesTitle}>
              {changes.length === 0 ? '没有不同' : `${changes.length} 处不同`}
            </h3>
            <ul className={css.changes} aria-label="不同之处">
              {changes.map(({ kind, element, name: title, details }) => (
                <li key={element}>
                  <span className={TONES[kind]}>{WORDS[kind]}</span>
                  <b>{title}</b>
                  <span className="t2">{details.join('；')}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Reading>
    </Dialog>
  )
}

type SideProps = Comparison['before'] & {
  changes: readonly Change[]
  /** Changes that this side does not have. */
  not: Change['kind']
}

function Side({ title, diagram, changes, not }: SideProps) {
  /** The picture is drawn before this, and anew with every other comparison. */
  const mark = (box: HTMLElement | null) => {
    for (const { kind, element } of changes)
      if (kind !== not)
        box?.querySelector(`[data-id="${CSS.escape(element)}"]`)?.setAttribute('data-change', kind)
  }
  return (
    <section ref={mark} aria-label={title}>
      <h3>{title}</h3>
      {diagram ? (
        <ProcessDiagram image={diagram} name={title} whole />
      ) : (
        <Empty title="还不能画出" text="有不能运行的环节，见发布前检查" />
      )}
    </section>
  )
}
