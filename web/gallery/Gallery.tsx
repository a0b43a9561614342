import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Router } from 'react-router'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { antdIcons } from '../src/app/antd-icons.tsx'
import { antdTheme } from '../src/app/antd-theme.ts'
import { Segments } from '../src/kit/Segments.tsx'
import { usePhone } from '../src/kit/use-phone.ts'
import { followLocation, goInstead, navigator, useCurrentLocation } from '../src/lib/location.ts'
import { adoptGrants } from '../src/lib/permission.tsx'
import { useCall } from '../src/lib/queries.ts'
import { useSession } from '../src/lib/session.ts'
import type { Found } from './entries.ts'
import { groups } from './entry.ts'
import { addressOf, lookOf, useShownTheme, type Look } from './look.ts'
import { StateFrame } from './StateFrame.tsx'
import './gallery.css'

/** Shows only the entry, without list and switches, for frames of 390 px and for the journeys. */
const isBare = new URLSearchParams(location.search).has('bare')

export function Gallery({ entries }: { entries: readonly Found[] }) {
  const { pathname, search } = useCurrentLocation()
  const look = lookOf(search)
  const [, name, state] = pathname.split('/').map((part) => decodeURIComponent(part))
  const entry = entries.find((each) => each.name === name) ?? entries[0]
  const grants = useGrantedButtons()
  useShownTheme(look.theme)
  useEffect(() => followLocation(), [])
  useEffect(() => {
    if (entry) document.title = `${entry.title} · 组件陈列`
  }, [entry])
  if (!entry || !grants) return null
  const shown =
    look.width === 'phone' && !isBare ? (
      <PhoneWindow entry={entry} look={look} />
    ) : (
      <EntryPage key={entry.name} entry={entry} state={state} />
    )
  return (
    <ConfigProvider
      locale={zhCN}
      theme={{
        ...antdTheme,
        token: { ...antdTheme.token, ...(look.motion === 'none' && { motion: false }) },
      }}
      {...antdIcons}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
    >
      <Router navigator={navigator} location={{ pathname, search, hash: '', state: null, key: 'gallery' }}>
        <div className="gallery" data-motion={look.motion}>
          {!isBare && <List entries={entries} current={entry} look={look} />}
          <div className="show">
            {!isBare && <Switches name={entry.name} look={look} />}
            {shown}
          </div>
        </div>
      </Router>
    </ConfigProvider>
  )
}

/** Shows buttons with a code as they are for the user signed in at this address; returns whether that is known. */
function useGrantedButtons(): boolean {
  const signedIn = useSession(({ token }) => token !== null)
  const { data, isPending } = useCall(sessionCalls.permissions, {}, { enabled: signedIn })
  useLayoutEffect(() => {
    if (data) adoptGrants(data)
  }, [data])
  return !signedIn || !isPending
}

function EntryPage({ entry, state }: { entry: Found; state: string | undefined }) {
  const phone = usePhone()
  return (
    <main className={phone ? 'entry phone' : 'entry'}>
      <h1>{entry.title}</h1>
      {Object.entries(entry.states)
        .filter(([name]) => state === undefined || name === state)
        .map(([name, render]) => (
          <StateFrame key={name} name={name} address={`#/${entry.name}/${name}`} render={render} />
        ))}
    </main>
  )
}

/** A separate window, because the phone layout depends on the width of the window. */
function PhoneWindow({ entry, look }: { entry: Found; look: Look }) {
  return (
    <main className="phone-window">
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the gallery itself */}
      <iframe key={entry.name} title={`${entry.title}，390 px`} src={`?bare${addressOf(entry.name, look)}`} />
    </main>
  )
}

type ListProps = { entries: readonly Found[]; current: Found; look: Look }

function List({ entries, current, look }: ListProps) {
  const [word, setWord] = useState('')
  const wanted = word.trim().toLowerCase()
  const fits = ({ title, name }: Found) => title.includes(wanted) || name.toLowerCase().includes(wanted)
  return (
    <nav aria-label="组件">
      <input
        type="search"
        className="fld find"
        aria-label="查找组件"
        placeholder="查找组件"
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      {groups.map((group) => {
        const found = entries.filter((each) => each.group === group && fits(each))
        return (
          found.length > 0 && (
            <section key={group} aria-label={group}>
              <h2>{group}</h2>
              {found.map(({ name, title }) => (
                <a
                  key={name}
                  href={addressOf(name, look)}
                  aria-current={name === current.name ? 'page' : undefined}
                >
                  {title}
                  <span>{name}</span>
                </a>
              ))}
            </section>
          )
        )
      })}
    </nav>
  )
}

function Switches({ name, look }: { name: string; look: Look }) {
  const signedIn = useSession(({ token }) => token !== null)
  const show = (change: Partial<Look>) => goInstead(addressOf(name, { ...look, ...change }).slice(1))
  return (
    <header className="switches">
      <Segments
        label="外观"
        choices={{ light: '浅色', dark: '深色' }}
        value={look.theme}
        onChange={(theme) => show({ theme })}
      />
      <Segments
        label="宽度"
        choices={{ full: '整宽', phone: '390 px' }}
        value={look.width}
        onChange={(width) => show({ width })}
      />
      <Segments
        label="动效"
        choices={{ full: '有动效', none: '无动效' }}
        value={look.motion}
        onChange={(motion) => show({ motion })}
      />
      {!signedIn && (
        <span className="undo s13">
          未登录，需要数据的组件取不到内容：
          <a className="link" href="/">
            去登录
          </a>
        </span>
      )}
    </header>
  )
}
