import { DutyConflicts } from '../../domain/DutyConflicts.tsx'
import { ErrorCard, ErrorStrip } from '../../kit/States.tsx'
import { useLate } from '../../kit/use-late.ts'
import { warningsOf } from './duty-warnings.ts'
import { GrantMatrix, MatrixSkeleton } from './GrantMatrix.tsx'
import { useImpact } from './Impact.tsx'
import { OthersChange } from './OthersChange.tsx'
import type { Role } from './role.ts'
import { RoleHistory } from './RoleHistory.tsx'
import type { Drafts } from './use-drafts.ts'
import { useRoleGrants } from './use-role-grants.ts'
import { Weighing } from './Weighing.tsx'
import rolesCss from './roles.module.css'

/** The permissions of a role. Changes are marked, and their impact shows before they are saved. */
export function RoleGrants({ role, drafts }: { role: Role; drafts: Drafts }) {
  const grants = useRoleGrants(role, drafts)
  const impact = useImpact(role)
  const { error, retry } = grants
  const { refusal } = role
  if (!grants.isLoaded)
    return error ? <ErrorCard title="权限没有取到" error={error} onRetry={retry} /> : <LateSkeleton />
  return (
    <>
      <div className={rolesCss.matrixBox}>
        {error && <ErrorStrip title="权限没有更新" error={error} onRetry={retry} />}
        <OthersChange changes={grants.others} onAccept={grants.acceptOthers} />
        <div className={rolesCss.narrow}>
          <DutyConflicts conflicts={warningsOf(grants.tree, grants.held, impact.data)} />
        </div>
        {refusal && <p className={`alert ${rolesCss.alert} proc`}>{refusal}</p>}
        <GrantMatrix grants={grants} refusal={refusal} />
        <section className={`s13 ${rolesCss.narrow}`}>
          <h3>最近修改</h3>
          <RoleHistory role={role} />
        </section>
      </div>
      <Weighing role={role} grants={grants} />
    </>
  )
}

function LateSkeleton() {
  return useLate(true) ? <MatrixSkeleton /> : null
}
