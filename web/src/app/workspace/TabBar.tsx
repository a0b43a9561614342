import { own } from '@heliodesk/contract/own.ts'
import { Ellipsis, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { go } from '../../lib/location.ts'
import { hasUnsaved, useUnsavedEntries } from '../../lib/unsaved.ts'
import { Fetched } from '../Fetched.tsx'
import { SOLAR_CARE } from './flags.ts'
import { closeTab, closeTabsBeside, hrefOf, refreshTab, useQuestion } from './open-tabs.ts'
import { useContextMenu } from '../../kit/ContextMenu.tsx'
import { PopMenu, spotUnder, type Spot } from '../../kit/PopMenu.tsx'
import { useSame } from '../../kit/use-steady.ts'
import { foldedTabs, type Tab, type Tabs } from './tabs.ts'
import css from './tab-bar.module.css'

/** Loaded when there is a question: dialogs are large, and this one is rare. */
const loadQuestion = async () => (await import('./TabQuestion.tsx')).TabQuestion

const NOTHING = {}

type TabBarProps = { tabs: Tabs; current: string | null; home: string }

/** The open pages (spec 1 §2.4). Tabs that do not fit fold into a menu, the oldest first. */
export function TabBar({ tabs, current, home }: TabBarProps) {
  const asked = useQuestion(({ question }) => question !== null)
  const bar = useRef<HTMLElement>(null)
  const folded = useFolded(bar, tabs.open, current, home)
  const context = useContextMenu((tab: Tab) => ({
    label: `${tab.title}标签`,
    items: contextItems(tab, tabs, home),
  }))
  const [overflow, setOverflow] = useState<Spot | null>(null)

  const reload = (event: MouseEvent) => {
    if (current === null || current === SOLAR_CARE) return
    if (event.target instanceof Element && !event.target.closest('button')) refreshTab(current)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const path = tabOf(event.target)
    if (path === null) return
    if (event.key === 'Delete') closeTab(path, home)
    else if (!moveFocus(event.currentTarget, event.key)) return
    event.preventDefault()
  }
  return (
    <nav className={css.tabs} aria-label="打开的页面" ref={bar} onDoubleClick={reload} onKeyDown={onKeyDown}>
      {tabs.open
        .filter(({ path }) => !folded.has(path))
        .map((tab) => (
          <TabItem
            key={tab.path}
            tab={tab}
            current={tab.path === current}
            isHome={tab.path === home}
            onClose={() => closeTab(tab.path, home)}
            onContext={(event) => {
              if (tab.path === SOLAR_CARE) event.preventDefault()
              else context.open(event, tab)
            }}
          />
        ))}
      {folded.size > 0 && (
        <button
          type="button"
          className={`ib sm more ${css.more}`}
          aria-label={`另有 ${folded.size} 个页面`}
          aria-haspopup="menu"
          onClick={(event) => setOverflow(overflow ? null : spotUnder(event.currentTarget, true))}
        >
          <Ellipsis className="i" aria-hidden />
        </button>
      )}
      {overflow && (
        <PopMenu
          label="其他页面"
          spot={overflow}
          items={tabs.open
            .filter(({ path }) => folded.has(path))
            .map((tab) => ({ text: tab.title, onSelect: () => go(tab.path + tab.search) }))}
          onClose={() => setOverflow(null)}
        />
      )}
      {context.menu}
      <Fetched load={loadQuestion} props={NOTHING} wanted={asked} />
    </nav>
  )
}

function contextItems({ path }: Tab, { open }: Tabs, home: string) {
  const at = open.findIndex((tab) => tab.path === path)
  const closable = (tab: Tab) => tab.path !== home
  return [
    { text: '刷新', onSelect: () => refreshTab(path) },
    {
      text: '关闭左侧',
      disabled: !open.slice(0, at).some(closable),
      onSelect: () => closeTabsBeside(path, 'left', home),
    },
    {
      text: '关闭右侧',
      disabled: !open.slice(at + 1).some(closable),
      onSelect: () => closeTabsBeside(path, 'right', home),
    },
    {
      text: '关闭其他',
      disabled: !open.some((tab, i) => i !== at && closable(tab)),
      onSelect: () => closeTabsBeside(path, 'others', home),
    },
  ]
}

/** The tab whose link has the focus. */
const tabOf = (target: EventTarget): string | null =>
  target instanceof HTMLAnchorElement
    ? (target.closest<HTMLElement>('[data-path]')?.dataset.path ?? null)
    : null

/** Moves the focus along the tabs; returns whether the key was one that does. */
function moveFocus(bar: Element, key: string): boolean {
  const links = [...bar.querySelectorAll<HTMLElement>(`.${css.tab} a`)]
  const at = links.findIndex((link) => link === document.activeElement)
  const target = own({ ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: links.length - 1 }, key)
  if (target === undefined) return false
  links.at(target % links.length)?.focus()
  return true
}

type TabItemProps = {
  tab: Tab
  current: boolean
  isHome: boolean
  onClose: () => void
  onContext: (event: MouseEvent<HTMLElement>) => void
}

const MIDDLE = 1

function TabItem({ tab, current, isHome, onClose, onContext }: TabItemProps) {
  const unsaved = useUnsavedEntries((state) => hasUnsaved(state, tab.path))
  const classes = [css.tab, current && 'on', isHome && css.home].filter(Boolean).join(' ')
  return (
    <div
      className={classes}
      data-path={tab.path}
      onMouseDown={(event) => {
        if (event.button === MIDDLE) event.preventDefault()
      }}
      onAuxClick={(event) => {
        if (event.button !== MIDDLE) return
        event.preventDefault()
        onClose()
      }}
      onContextMenu={onContext}
    >
      <a href={hrefOf(tab)} aria-current={current ? 'page' : undefined} draggable={false}>
        {tab.title}
      </a>
      {unsaved && (
        <span className={css.unsaved} role="img" aria-label={`${tab.title}未保存`} title="未保存" />
      )}
      {!isHome && (
        <button type="button" className={css.x} aria-label={`关闭${tab.title}`} onClick={onClose}>
          <X className="i s" aria-hidden />
        </button>
      )}
    </div>
  )
}

const GAP = 2
const MORE_WIDTH = 34

/** Measures the rendered tabs and keeps the width of the folded ones. */
function useFolded(
  bar: RefObject<HTMLElement | null>,
  open: readonly Tab[],
  current: string | null,
  home: string,
): ReadonlySet<string> {
  const widths = useRef(new Map<string, number>())
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  // Measured when the browser has laid out the page anyway, and only for other tabs, not for each new address.
  const tabs = useSame(open.map(({ path, title }) => ({ path, title })))
  useLayoutEffect(() => {
    const element = bar.current!
    const measure = () => {
      for (const tab of element.querySelectorAll<HTMLElement>('[data-path]')) {
        widths.current.set(tab.dataset.path!, tab.offsetWidth + GAP)
      }
      const room = element.clientWidth - MORE_WIDTH
      const next = foldedTabs(tabs, (path) => widths.current.get(path) ?? 0, room, [current, home])
      flushSync(() => setFolded((before) => (sameSet(before, next) ? before : next)))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [bar, tabs, current, home])
  return folded
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size === b.size && [...a].every((each) => b.has(each))
