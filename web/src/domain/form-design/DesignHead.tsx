import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { ButtonGroup } from '../../kit/ButtonGroup.tsx'
import { CopyText } from '../../kit/CopyText.tsx'
import css from './design-pane.module.css'

type DesignHeadProps = {
  /** What is designed: 表单, 任务类型. */
  noun: string
  name: string
  code: string
  active: boolean
  /** Whether there is something that is not published. */
  isChanged: boolean
  dirty: boolean
  busy: boolean
  /** What keeps it from being published. */
  fault: string | undefined
  actions: ComponentProps<typeof ButtonGroup>['actions']
  onBack: (() => void) | null
  onSave: () => void
  onPublish: () => void
}

/** The name of what is designed, and what is done with its draft. */
export function DesignHead(props: DesignHeadProps) {
  const { noun, name, code, active, isChanged, dirty, busy, fault, actions, onBack, onSave, onPublish } =
    props
  const Title = onBack ? 'h1' : 'h2'
  return (
    <header className={`touch row ${css.head}`}>
      {onBack && <IconButton icon={ArrowLeft} label={`返回${noun}列表`} onClick={onBack} />}
      <div className={`row grow ${css.title}`}>
        <Title>{name}</Title>
        <span className="row">
          <span className="code">{code}</span>
          <CopyText text={code} label={`复制${noun}编码`} />
        </span>
        {!active && <span className="tag ln">已停用</span>}
        {isChanged && <span className="tag undo">有未发布的修改</span>}
      </div>
      <Button refusal={dirty ? null : '没有未保存的修改'} busy={busy} onClick={onSave}>
        保存草稿
      </Button>
      <Button
        kind="pri"
        refusal={fault ?? (dirty ? '请先保存草稿' : isChanged ? null : '没有修改，不需要发布')}
        onClick={onPublish}
      >
        发布
      </Button>
      <ButtonGroup limit={0} actions={actions} />
    </header>
  )
}
