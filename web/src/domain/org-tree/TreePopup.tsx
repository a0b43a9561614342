import { Drawer } from 'antd'
import { overlayLayer } from '../../kit/overlay-layer.ts'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { keepInside } from '../../kit/keep-inside.ts'
import { PanelTitle } from '../../kit/PanelTitle.tsx'
import { PopBox } from '../../kit/PopBox.tsx'
import { useBack } from '../../kit/use-back.ts'
import { usePhone } from '../../kit/use-phone.ts'
import '../../kit/dialog.css'
import css from './tree-popup.module.css'

type TreePopupProps = {
  label: string
  /** The field that the popup belongs to. */
  anchor: HTMLElement
  /** The minimum width in px; a wider field makes it wider. */
  minWidth: number
  onClose: () => void
  children: ReactNode
}

/** The minimum width of a tree without buttons. */
export const SINGLE_WIDTH = 320

const MARGIN = 8

/** The popup below a field; on a phone a full-screen sheet. */
export function TreePopup(props: TreePopupProps) {
  const phone = usePhone()
  return phone ? <Sheet {...props} /> : <Popover {...props} />
}

function Sheet({ label, onClose, children }: TreePopupProps) {
  useBack(true, onClose)
  return (
    <Drawer
      getContainer={overlayLayer}
      open
      placement="bottom"
      size="100%"
      closable={false}
      push={false}
      aria-label={label}
      rootClassName={css.treeSheet}
      styles={{ body: { padding: 0 } }}
      onClose={onClose}
    >
      <PanelTitle text={label} onClose={onClose} />
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
      // A press in a confirmation or a notice above the popup does not close it.
      if (target.closest('.ant-modal-root, .notices')) return
      onClose()
    }
    addEventListener('pointerdown', onPress, true)
    return () => removeEventListener('pointerdown', onPress, true)
  }, [anchor, onClose])
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    return event.key === 'Escape' || (event.key === 'Tab' && keepInside(box.current!, event))
  }
  return (
    <PopBox
      ref={box}
      beside={anchor}
      className={css.treePopup}
      role="dialog"
      aria-label={label}
      style={place}
      onKey={onKey}
    >
      {children}
    </PopBox>
  )
}

/** The position below the field, or above it where there is no room; updated when the page scrolls. */
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
