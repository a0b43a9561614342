import { grantReviewCalls } from '@heliodesk/contract/grant-reviews.ts'
import { Users } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { formatNumber } from '../../kit/format.ts'
import { useCall } from '../../lib/queries.ts'

/** 待复核, with how many changes of rights wait; nothing where none has to and none waits. */
export function ReviewsButton({ onClick }: { onClick: () => void }) {
  const { data } = useCall(grantReviewCalls.state, {})
  if (!data || (!data.isOn && data.waiting === 0)) return null
  return (
    <Button icon={Users} onClick={onClick}>
      待复核{data.waiting > 0 && ` ${formatNumber(data.waiting)}`}
    </Button>
  )
}
