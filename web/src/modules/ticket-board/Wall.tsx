import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import css from './wall.module.css'

type WallProps = { title: string; facts: ReactNode; onLeave: () => void; children: ReactNode }

/** The board on a screen on the wall: everything dark, nothing to press. Esc leaves it, as does leaving the full screen. */
export function Wall({ title, facts, onLeave, children }: WallProps) {
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') leave()
    }
    const onScreen = () => {
      if (!document.fullscreenElement) leave()
    }
    window.addEventListener('keydown', onKey)
    document.addEventListener('fullscreenchange', onScreen)
    return () => {
      window.removeEventListener('keydown', onKey)
      document.removeEventListener('fullscreenchange', onScreen)
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [])
  return createPortal(
    <section className={css.wall} data-theme="dark" aria-label="投屏">
      <header className={css.head}>
        <h1>{title}</h1>
        <span>{facts}</span>
        <span className={css.way}>按 Esc 退出投屏</span>
      </header>
      {children}
    </section>,
    document.body,
  )
}

/** Browsers allow it only while a press is answered; without it the board fills the window. */
export const fillScreen = (): void =>
  void document.documentElement.requestFullscreen?.().catch(() => undefined)
