import { Drawer } from 'antd'
import { Maximize2, Minimize2, X } from 'lucide-react'
import { useId, useState, type ReactNode, type UIEvent } from 'react'
import { Button, IconButton } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { notify } from '../lib/notices.ts'
import { useBack } from './use-back.ts'
import { usePhone } from './use-phone.ts'
import { useUnsaved } from './use-unsaved.ts'
import './drawers.css'

type BaseProps = {
  open: boolean
  /** Something typed is not saved yet: closing asks first. */
  dirty?: boolean
  /** This device keeps what is typed: how, in a sentence. */
  keptNote?: string
  /** Files are still on their way to the server: it stays open until they are there (spec 1 §2.4). */
  uploading?: boolean
  /** The address says that it is open, so that going back closes it by itself. */
  inAddress?: boolean
  onClose: () => void
}

type PanelProps = BaseProps & {
  width: number | '100%'
  titleId: string
  children: (leave: { close: () => void; to: (leave: () => void) => void }) => ReactNode
}

/** Slides in from the right; while unsaved, every way of closing asks (spec 2 §2). */
function Panel(props: PanelProps) {
  const { open, dirty = false, uploading = false, keptNote, inAddress = false, onClose, width } = props
  const [asked, setAsked] = useState<{ leave: () => void } | null>(null)
  const phone = usePhone()
  const unsaved = open && (dirty || uploading)
  const request = (leave: () => void) => {
    if (uploading) notify({ kind: 'warning', title: '系统提示', text: '文件上传中，请稍候', seconds: 3 })
    else if (dirty) setAsked({ leave })
    else leave()
  }
  const requestClose = () => request(onClose)
  useBack(unsaved || (open && !inAddress), requestClose, dirty || uploading)
  useUnsaved(unsaved, { kept: keptNote !== undefined })
  return (
    <Drawer
      open={open}
      size={phone ? '100%' : width}
      closable={false}
      push={false}
      destroyOnHidden
      onClose={requestClose}
      aria-labelledby={props.titleId}
      rootClassName="panel"
      styles={{ body: { padding: 0 }, wrapper: { maxWidth: '100vw' } }}
    >
      {props.children({ close: requestClose, to: request })}
      <ConfirmDialog
        open={asked !== null}
        title="数据尚未保存，是否确定关闭?"
        text={keptNote}
        verb="确定"
        onConfirm={() => {
          setAsked(null)
          asked?.leave()
        }}
        onCancel={() => setAsked(null)}
      />
    </Drawer>
  )
}

type FormDrawerProps = BaseProps & {
  title: string
  /** A tag or a fact beside the title. */
  label?: ReactNode
  /** Above the buttons: what is missing, what went wrong. */
  notice?: ReactNode
  /** The buttons at the right end of the foot, the primary one last. */
  actions: ReactNode
  /** The first button of the foot: what it says and, after the question, does instead of closing. */
  cancel?: { text: string; onCancel?: () => void }
  children: ReactNode
}

/** 880 px for forms; the whole width on phones. */
export function FormDrawer({ title, label, notice, actions, cancel, children, ...base }: FormDrawerProps) {
  const titleId = useId()
  return (
    <Panel {...base} width={880} titleId={titleId}>
      {(leave) => (
        <div className="sheet-form">
          <div className="title">
            <h1 id={titleId}>{title}</h1>
            {label}
            <span className="mla">
              <IconButton icon={X} label="关闭" onClick={leave.close} />
            </span>
          </div>
          <div className="content">{children}</div>
          <div className="foot">
            {notice && <div className="foot-note">{notice}</div>}
            <div className="buttons">
              <Button
                className={cancel ? undefined : 'cancel'}
                onClick={() => (cancel?.onCancel ? leave.to(cancel.onCancel) : leave.close())}
              >
                {cancel?.text ?? '取消'}
              </Button>
              {actions}
            </div>
          </div>
        </div>
      )}
    </Panel>
  )
}

type DetailSheetProps = {
  /** Line 1: code, tags. */
  top: ReactNode
  /** Right end of line 1. */
  controls?: ReactNode
  title: ReactNode
  titleId?: string
  actions?: ReactNode
  /** Under the title: the next step, the anchors. */
  under?: ReactNode
  aside?: ReactNode
  /** Called with the scrolling element, for anchors. */
  onScroll?: (body: HTMLElement) => void
  children: ReactNode
}

/** A detail by itself, which fills what it stands in. */
export function DetailSheet(props: DetailSheetProps) {
  const { top, controls, title, titleId, actions, under, aside, onScroll, children } = props
  // A phone scrolls everything together, elsewhere the sections scroll beside what stands at the right.
  const scrolled = (event: UIEvent<HTMLElement>) => onScroll?.(event.currentTarget)
  return (
    <div className="sheet-detail">
      <div className="dh">
        <div className="top">
          {top}
          <span className="mla row">{controls}</span>
        </div>
        <div className="headline">
          <h1 id={titleId}>{title}</h1>
          {actions && <div className="acts">{actions}</div>}
        </div>
        {under}
      </div>
      <div className={aside ? 'content beside' : 'content'} onScroll={scrolled}>
        <div className="sections" tabIndex={0} onScroll={scrolled}>
          {children}
        </div>
        {aside && <div className="aside">{aside}</div>}
      </div>
    </div>
  )
}

type DetailDrawerProps = BaseProps &
  Omit<DetailSheetProps, 'titleId' | 'controls'> & {
    /** Right end of line 1, before expand and close. */
    nav?: ReactNode
  }

/** 1040 px for details; the whole width on phones. */
export function DetailDrawer(props: DetailDrawerProps) {
  const { top, nav, title, actions, under, aside, onScroll, children, ...base } = props
  const titleId = useId()
  const phone = usePhone()
  const [wide, setWide] = useState(false)
  return (
    <Panel {...base} width={wide ? '100%' : 1040} titleId={titleId}>
      {(leave) => (
        <DetailSheet
          {...{ top, title, titleId, actions, under, aside, onScroll, children }}
          controls={
            <>
              {nav}
              {!phone && (
                <IconButton
                  icon={wide ? Minimize2 : Maximize2}
                  label={wide ? '还原' : '展开到整页'}
                  small
                  onClick={() => setWide(!wide)}
                />
              )}
              <IconButton icon={X} label="关闭" small={!phone} onClick={leave.close} />
            </>
          }
        />
      )}
    </Panel>
  )
}
