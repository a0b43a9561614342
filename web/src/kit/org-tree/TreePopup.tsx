import { Drawer } from 'antd'
import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../Button.tsx'
import { keepInside } from '../keep-inside.ts'
import { useBack } from '../use-back.ts'
import { usePhone } from '../use-phone.ts'
import './tree-popup.css'

type TreePopupProps = {
  label: string
  /** The field that it belongs to. */
  anchor: HTMLElement
  /** At least so wide, in px; the field may be wider. */
  minWidth: number
  onClose: () => void
  children: ReactNode
}

/** A tree without buttons is at least so wide. */
export const SINGLE_WIDTH = 320

const MARGIN = 8

/** What opens below a field; on a phone a sheet over the whole screen. */
export function TreePopup(props: TreePopupProps) {
  const phone = usePhone()
  return phone ? <Sheet {...props} /> : <Popover {...props} />
}

function Sheet({ label, onClose, children }: TreePopupProps) {
  useBack(true, onClose)
  return (
    <Drawer
      open
      placement="bottom"
      size="100%"
      closable={false}
      push={false}
      aria-label={label}
      rootClassName="tree-sheet"
      styles={{ body: { padding: 0 } }}
      onClose={onClose}
    >
      <div className="title">
        <h2>{label}</h2>
        <IconButton icon={X} label="关闭" onClick={onClose} />
      </div>
      {children}
    </Drawer>
  )
}

function Popover({ label, anchor, minWidth, onClose, children }: TreePopupProps) {
  const box = useRef<HTMLDivElement>(null)
  const place = usePlace(anchor, box, minWidth)
  useBack(true, onClose)
  useEffect(() => {
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Element) || box.current!.contains(target) || anchor.contains(target)) return
      // A question or a notice over it is not elsewhere.
      if (target.closest('.ant-modal-root, .notices')) return
      onClose()
    }
    addEventListener('pointerdown', onPress, true)
    return () => removeEventListener('pointerdown', onPress, true)
  }, [anchor, onClose])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key !== 'Tab' || !keepInside(box.current!, event)) return
    event.preventDefault()
    // Esc closes this alone, not the drawer that it was opened in.
    event.stopPropagation()
  }
  return createPortal(
    <div
      ref={box}
      className="tree-popup"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      style={place}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>,
    // A dialog lets the focus go nowhere else.
    anchor.closest('[role=dialog]') ?? document.body,
  )
}

/** Under the field, or above it where there is no room below; it follows when the page scrolls. */
function usePlace(anchor: HTMLElement, box: { current: HTMLDivElement | null }, minWidth: number) {
  const [place, setPlace] = useState<{ left: number; top: number; width: number } | null>(null)
  useLayoutEffect(() => {
    const settle = () => {
      const field = anchor.getBoundingClientRect()
      const height = box.current!.offsetHeight
      const width = Math.min(Math.max(field.width, minWidth), innerWidth - 2 * MARGIN)
      const below = field.bottom + 4
      const fits = below + height <= innerHeight - MARGIN
      const top = fits ? below : Math.max(MARGIN, Math.min(field.top - 4, innerHeight - MARGIN) - height)
      const left = Math.max(MARGIN, Math.min(field.left, innerWidth - width - MARGIN))
      setPlace((before) =>
        before?.left === left && before.top === top && before.width === width ? before : { left, top, width },
      )
    }
    settle()
    const observer = new ResizeObserver(settle)
    observer.observe(box.current!)
    addEventListener('resize', settle)
    addEventListener('scroll', settle, true)
    return () => {
      observer.disconnect()
      removeEventListener('resize', settle)
      removeEventListener('scroll', settle, true)
    }
  }, [anchor, box, minWidth])
  return place ?? { opacity: 0, left: 0, top: 0, width: minWidth }
}
