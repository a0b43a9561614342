import { sessionCalls } from '@heliodesk/contract/session.ts'
import { CloudOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { formatAge } from '../../kit/format.ts'
import { oldestShown } from '../../lib/kept/shown.ts'
import { send } from '../../lib/call.ts'
import { useLine } from '../../lib/line.ts'
import { queryClient } from '../../lib/queries.ts'
import { useAges } from '../../lib/kept/ages.ts'

const subscribe = (onChange: () => void) => {
  const ends = [queryClient.getQueryCache().subscribe(onChange), useAges.subscribe(onChange)]
  return () => {
    for (const end of ends) end()
  }
}

/** Without a line, the server is tried again. */
const AGAIN_MS = 10_000

/** Reads what is shown of before; a read that is under way on a slow line goes on. */
const readAgain = () =>
  queryClient.refetchQueries(
    { predicate: ({ queryHash }) => useAges.getState().ages.has(queryHash) },
    { cancelRefetch: false },
  )

/** Says that there is no line, and of when the kept answers are that the screen shows. */
export function LineStrip({ phone }: { phone: boolean }) {
  const isThere = useLine((state) => state.isThere)
  const oldest = useSyncExternalStore(subscribe, oldestShown)
  const isOld = oldest !== null
  useEffect(() => {
    if (isThere && !isOld) return
    // Browsers say once that the network is back, which may be before the server is reached; and a kept answer may have
    // been taken although the line was there again at once.
    const look = () => void (isThere ? readAgain() : send(sessionCalls.me, {}).catch(() => undefined))
    if (isThere) look()
    const timer = setInterval(look, AGAIN_MS)
    return () => clearInterval(timer)
  }, [isThere, isOld])
  if (oldest === null && (isThere || !phone)) return null
  return (
    <div className="line-strip" role="status">
      <CloudOff className="i" aria-hidden />
      {!isThere && <b>离线</b>}
      <span>{oldest === null ? '有信号后更新' : `截至 ${formatAge(oldest)} 的数据`}</span>
    </div>
  )
}
