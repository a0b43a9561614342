import { Drawer, Modal } from 'antd'
import { overlayLayer } from './overlay-layer.ts'
import { Maximize2, Minimize2, X } from 'lucide-react'
import { useEffect, useId, useState, type ReactNode, type UIEvent } from 'react'
import { Button, IconButton } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { notify } from '../lib/notices.ts'
import { useAfterGlimpse } from './glimpse.tsx'
import { useBack } from './use-back.ts'
import { useOpener } from './use-opener.ts'
import { useOpenOnceMounted } from './use-open-once-mounted.ts'
import { usePhone } from './use-phone.ts'
import { useUnsaved } from './use-unsaved.ts'
import './detail-layout.css'
import './dialog.css'
import './drawers.css'

type BaseProps = {
  open: boolean
  /** There are unsaved changes: closing asks first. */
  dirty?: boolean
  /** How this device keeps the typed values, as a sentence. */
  keptNote?: string
  /** Uploads are still running: the drawer stays open until they finish (spec 1 §2.4). */
  uploading?: boolean
  /** The open state is in the address, so going back already closes the drawer. */
  inAddress?: boolean
  /** Beside the list instead of above it, where the page draws it. */
  docked?: boolean
  onClose: () => void
}

type PanelProps = BaseProps & {
  width: number | '100%'
  /** A dialog in the middle of the window instead, except on phones. */
  dialog?: boolean
  /** Its fields take the focus. */
  form?: boolean
  titleId: string
  children: (leave: { close: () => void; to: (leave: () => void) => void }) => ReactNode
}

/** A panel that slides in from the right, or a dialog. With unsaved changes, every way of closing it asks first (spec 2 §2). */
function Panel(props: PanelProps) {
  const { open, dirty = false, uploading = false, keptNote, inAddress = false, onClose, width } = props
  const [asked, setAsked] = useState<{ leave: () => void } | null>(null)
  const phone = usePhone()
  // An open form stays what it is when the window becomes narrower: its fields would be new ones.
  const wanted = props.dialog === true && !phone
  const [isDialog, setIsDialog] = useState(wanted)
  if (!open && isDialog !== wanted) setIsDialog(wanted)
  const dialogOpen = useOpenOnceMounted(open)
  const glimpsed = useAfterGlimpse(open)
  const returnFocus = useOpener(open)
  const unsaved = open && (dirty || uploading)
  const request = (leave: () => void) => {
    if (uploading) notify({ kind: 'warning', title: '系统提示', text: '文件上传中，请稍候', seconds: 3 })
    else if (dirty) setAsked({ leave })
    else leave()
  }
  const requestClose = () => request(onClose)
  useBack(unsaved || (open && !inAddress), requestClose, dirty || uploading)
  useUnsaved(unsaved, { kept: keptNote !== undefined })
  const shown = (
    <>
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
    </>
  )
  if (props.docked)
    return (
      open && (
        <section className="docked" aria-labelledby={props.titleId}>
          {shown}
        </section>
      )
    )
  if (isDialog)
    return (
      <Modal
        getContainer={overlayLayer}
        open={dialogOpen}
        width={width}
        centered
        closable={false}
        footer={null}
        destroyOnHidden
        onCancel={requestClose}
        afterClose={returnFocus}
        className="form-dialog"
      >
        {shown}
        <FirstFocus titleId={props.titleId} />
      </Modal>
    )
  return (
    <Drawer
      getContainer={overlayLayer}
      open={open}
      size={phone ? '100%' : width}
      closable={false}
      push={false}
      destroyOnHidden
      onClose={requestClose}
      afterOpenChange={(isOpen) => {
        if (!isOpen) returnFocus()
      }}
      aria-labelledby={props.titleId}
      {...(glimpsed && STILL)}
      {...(props.form && FIELDS_FIRST)}
      rootClassName="panel"
      styles={{ body: { padding: 0 }, wrapper: { maxWidth: '100vw' } }}
    >
      {shown}
      {props.form && !phone && <FirstFocus titleId={props.titleId} />}
    </Drawer>
  )
}

/** Props of the drawer below Ant Design's, which passes them on. */
const STILL = { motion: {}, maskMotion: {} }
/** The drawer would take the focus from its first field, which would then show a fault at once. */
const FIELDS_FIRST = { autoFocus: false }

/** Gives the first field the focus, which would otherwise go to the button that closes the form. */
function FirstFocus({ titleId }: { titleId: string }) {
  useEffect(() => {
    // A drawer below the dialog gives the focus up only then; a field that lost it again would show a fault.
    const frame = requestAnimationFrame(() => {
      const content = document.getElementById(titleId)?.closest('.sheet-form')?.querySelector('.content')
      if (content?.contains(document.activeElement)) return
      content?.querySelector<HTMLElement>('input:enabled, textarea:enabled')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [titleId])
  return null
}

/** Ant Design's dialog takes its name from a title of its own only. */
const nameDialog = (sheet: HTMLElement | null, titleId: string) =>
  sheet?.closest('[role="dialog"]')?.setAttribute('aria-labelledby', titleId)

type FormDrawerProps = BaseProps & {
  title: string
  /** A tag or a fact shown beside the title. */
  label?: ReactNode
  /** Shown above the buttons: missing values and errors. */
  notice?: ReactNode
  /** The buttons at the right of the footer, the primary one last. */
  actions: ReactNode
  /** The first button of the footer: its text, and its action instead of closing after the confirmation. */
  cancel?: { text: string; onCancel?: () => void }
  /** Few fields: a dialog instead of a drawer. */
  small?: boolean
  children: ReactNode
}

/** A drawer for forms, 880 px wide, or a dialog of 480 px; full width on phones. */
export function FormDrawer(props: FormDrawerProps) {
  const { title, label, notice, actions, cancel, small = false, children, ...base } = props
  const titleId = useId()
  // Beside a list, the page has its own first heading.
  const Title = base.docked ? 'h2' : 'h1'
  return (
    <Panel {...base} form dialog={small} width={small ? 480 : 880} titleId={titleId}>
      {(leave) => (
        <div className="sheet-form" ref={(sheet) => nameDialog(sheet, titleId)}>
          <div className="touch title">
            <Title id={titleId}>{title}</Title>
            {label}
            <span className="mla">
              <IconButton icon={X} label="关闭" onClick={leave.close} />
            </span>
          </div>
          <div className="content">{children}</div>
          <div className="foot">
            {notice && <div className="foot-note">{notice}</div>}
            <div className="touch-send buttons">
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
  /** The first line of the header: code, tags. */
  top: ReactNode
  /** Shown at the right of the first line. */
  controls?: ReactNode
  title: ReactNode
  titleId?: string
  actions?: ReactNode
  /** Shown below the title: the next step, the anchors. */
  under?: ReactNode
  aside?: ReactNode
  /** Called with the scrolling element, for the anchors. */
  onScroll?: (body: HTMLElement) => void
  children: ReactNode
}

/** A detail without a drawer; it fills its container. */
export function DetailSheet(props: DetailSheetProps) {
  const { top, controls, title, titleId, actions, under, aside, onScroll, children } = props
  const phone = usePhone()
  // On a phone the whole drawer scrolls. Elsewhere only the sections scroll, and the column at the right stays.
  const scrolled = (event: UIEvent<HTMLElement>) => onScroll?.(event.currentTarget)
  return (
    <div className="sheet-detail">
      <div className="touch dh">
        <div className="top">
          {top}
          <span className="mla row">{controls}</span>
        </div>
        <div className="headline">
          <h1 id={titleId}>{title}</h1>
          {actions && !phone && <div className="acts">{actions}</div>}
        </div>
        {under}
      </div>
      <div className={aside ? 'content beside' : 'content'} onScroll={scrolled}>
        <div className="sections" tabIndex={0} onScroll={scrolled}>
          {children}
        </div>
        {aside && <div className="aside">{aside}</div>}
      </div>
      {actions && phone && <div className="thumb-bar foot touch-send">{actions}</div>}
    </div>
  )
}

type DetailDrawerProps = BaseProps &
  Omit<DetailSheetProps, 'titleId' | 'controls'> & {
    /** Shown at the right of the first line, before expand and close. */
    nav?: ReactNode
    /** What has just happened to the record, in a word; before `nav`. */
    news?: ReactNode
  }

/** A drawer for details, 1040 px wide; full width on phones. */
export function DetailDrawer(props: DetailDrawerProps) {
  const { top, nav, news, title, actions, under, aside, onScroll, children, ...base } = props
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
              <span className="drawer-news" role="status">
                {news}
              </span>
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
