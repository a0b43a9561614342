import { useState } from 'react'
import { spotUnder, type Spot } from '../../kit/PopMenu.tsx'
import { useSession } from '../../lib/session.ts'
import { Fetched } from '../Fetched.tsx'
import { useGreeting } from '../../kit/greeting.ts'
import { Count } from './head/Count.tsx'
import { useUnread } from './head/use-unread.ts'
import type { UserItemsProps } from './head/UserItems.tsx'
import type { Routes } from './menu.ts'

/** The greeting, which opens the user menu (spec 1 §2.4, §2.5). */
export function UserMenu({ routes }: { routes: Routes }) {
  const user = useSession((state) => state.user)
  const [spot, setSpot] = useState<Spot | null>(null)
  const greeting = useGreeting()
  const { feedback } = useUnread()
  if (!user) return null
  return (
    <>
      <button
        type="button"
        className="user"
        aria-haspopup="menu"
        aria-expanded={spot !== null}
        onPointerEnter={prepare}
        onClick={(event) => setSpot(spot ? null : spotUnder(event.currentTarget, true))}
      >
        <span className="av me" aria-hidden>
          {user.avatar === null ? user.realname.slice(-1) : <img src={user.avatar} alt="" />}
          <Count count={feedback} />
        </span>
        <span className="greeting">{greeting}，</span>
        {user.realname}
      </button>
      <UserMenuPop routes={routes} spot={spot} onClose={() => setSpot(null)} />
    </>
  )
}

/** The user menu for any opener; loaded when it is opened. Its dialogs stay open after it closed. */
export function UserMenuPop(props: UserItemsProps) {
  return <Fetched load={loadItems} props={props} wanted={props.spot !== null} />
}

const loadItems = async () => (await import('./head/UserItems.tsx')).UserItems

/** Loads it before the click; an error shows when it is opened. */
const prepare = () => void loadItems().catch(() => undefined)
