import { inspectionPlanCalls as calls } from '@heliodesk/contract/inspection-plans.ts'
import { planTemplateCalls } from '@heliodesk/contract/plan-templates.ts'
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
  const template = address.query.get('template')
  if (isNew && template !== null) return <FromTemplate key={template} template={template} />
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

/** A new plan that begins with what a template says; one that is gone leaves it empty. */
function FromTemplate({ template }: { template: string }) {
  const read = useCall(planTemplateCalls.templates, {})
  return (
    <Reading read={read} name="模板" height={240}>
      {(all) => <PlanEditor key="new" plan={null} template={all.find(({ key }) => key === template)} />}
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
