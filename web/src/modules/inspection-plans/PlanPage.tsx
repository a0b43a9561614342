import { inspectionPlanCalls as calls } from '@heliodesk/contract/inspection-plans.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { useEffect } from 'react'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import { Reading } from '../../kit/Reading.tsx'
import { lazily } from '../../kit/lazily.tsx'
import { goInstead } from '../../lib/location.ts'
import { useCall } from '../../lib/queries.ts'
import { PlanList } from './PlanList.tsx'

const PlanEditor = lazily(async () => (await import('./PlanEditor.tsx')).PlanEditor)

const isCode = (plan: string) => plan.startsWith('JH')

/** 巡检计划: the list, or one plan that the address names by its id, its code, or as a new one. */
export function PlanPage() {
  const address = useListAddress()
  const plan = address.query.get('plan')
  const isNew = address.query.get('edit') === 'new'
  if (isNew) return <PlanEditor key="new" plan={null} />
  if (plan === null) return <PlanList address={address} />
  return isCode(plan) ? <ByCode planCode={plan} /> : <Opened key={plan} id={plan} />
}

/** Orders know plans by their codes. */
function ByCode({ planCode }: { planCode: string }) {
  const read = useCall(calls.byCode, { planCode })
  const id = read.data?.id
  useEffect(() => {
    if (id !== undefined) goInstead(paths.inspectionPlans.to({ plan: id }))
  }, [id])
  return (
    <Reading read={read} name="巡检计划" height={240}>
      {() => null}
    </Reading>
  )
}

function Opened({ id }: { id: string }) {
  const read = useCall(calls.detail, { id })
  return (
    <Reading read={read} name="巡检计划" height={240}>
      {(plan) => <PlanEditor key={plan.id} plan={plan} />}
    </Reading>
  )
}
