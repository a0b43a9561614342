import { grantReviewCalls } from '@heliodesk/contract/grant-reviews.ts'
import { Users } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { formatNumber } from '../../kit/format.ts'
import { lazily } from '../../kit/lazily.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'

const ReviewsDrawer = lazily(async () => (await import('./ReviewsDrawer.tsx')).ReviewsDrawer)

/** 待复核, with how many changes of rights wait; nothing where none has to and none waits. */
export function ReviewsButton() {
  const { data } = useCall(grantReviewCalls.state, {})
  const { show, shown } = useOverlays({ list: (overlay) => <ReviewsDrawer {...overlay} /> })
  if (!data || (!data.isOn && data.waiting === 0)) return shown
  return (
    <>
      <Button icon={Users} onClick={() => show('list')}>
        待复核{data.waiting > 0 && ` ${formatNumber(data.waiting)}`}
      </Button>
      {shown}
    </>
  )
}
