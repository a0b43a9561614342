import { paths } from '@heliodesk/contract/paths.ts'
import { useCan } from '../../../lib/permission.tsx'

/** The plan that made an order; its code alone for people who see no plans, and of orders from elsewhere. */
export function PlanLink({ planCode }: { planCode: string }) {
  const mayOpen = useCan('plan:list')
  if (!mayOpen || !planCode.startsWith('JH')) return planCode
  return (
    <a className="code" href={paths.inspectionPlans.href({ plan: planCode })}>
      {planCode}
    </a>
  )
}
