import { shellCalls } from '@heliodesk/contract/shell.ts'
import { useMemo, useState } from 'react'
import { usePhone } from '../../../kit/use-phone.ts'
import { useCall } from '../../../lib/queries.ts'
import type { ReadyRoutes } from '../menu.ts'
import { FrameOutline } from '../FrameOutline.tsx'
import { Head } from '../Head.tsx'
import { modulesOf } from '../menu.ts'
import { PageBoundary } from '../PageBoundary.tsx'
import { PageSkeleton } from '../PageSkeleton.tsx'
import { PhoneHead } from '../PhoneHead.tsx'
import { Side } from '../Side.tsx'
import { NoviceTour } from './GuideDialog.tsx'
import { tourHasRun } from './guides.ts'
import { useMark } from './use-mark.ts'
import { lazily } from '../../../kit/lazily.tsx'

const FirstPasswordDialog = lazily(
  async () => (await import('../passwords/FirstPasswordDialog.tsx')).FirstPasswordDialog,
)

/**
 * Requires changing the initial password first, after a tour for new users (spec 1 §2.7). `routes` are undefined until
 * loaded, null if there are none.
 */
export function FirstSignIn({
  routes,
  username,
}: {
  routes: ReadyRoutes | null | undefined
  username: string
}) {
  const { data: shell, error } = useCall(shellCalls.shell, {})
  const [toured, setToured] = useState(tourHasRun)
  const mark = useMark()
  const isNovice = shell?.guide.IS_FIRST_NOVICE_GUIDE === '1' && !toured && routes !== null
  if (isNovice && routes) {
    const onExit = () => {
      setToured(true)
      mark('novice')
    }
    return (
      <>
        <StillFrame routes={routes} />
        <NoviceTour routes={routes} onExit={onExit} />
      </>
    )
  }
  const isDue = shell ? !isNovice : error !== null
  return (
    <FrameOutline>
      {isDue && (
        <PageBoundary>
          <FirstPasswordDialog username={username} />
        </PageBoundary>
      )}
    </FrameOutline>
  )
}

/** The frame without a page: nothing in it is usable yet. */
function StillFrame({ routes }: { routes: ReadyRoutes }) {
  const phone = usePhone()
  const modules = useMemo(() => modulesOf(routes), [routes])
  const frame = { routes, modules, module: modules[0]!, page: null }
  return (
    <div className={phone ? 'frame phone' : 'frame'}>
      {phone ? <PhoneHead {...frame} /> : <Head {...frame} />}
      {!phone && <Side {...frame} narrow={false} onFold={() => undefined} />}
      <div className="main">
        <main className="sheet">
          <PageSkeleton />
        </main>
      </div>
    </div>
  )
}
