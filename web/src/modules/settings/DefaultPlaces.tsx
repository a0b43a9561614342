import { sessionCalls } from '@heliodesk/contract/session.ts'
import { MapPin } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { DepartmentSelect } from '../../domain/DepartmentSelect.tsx'
import { Field } from '../../kit/Field.tsx'
import { StationSelect } from '../../domain/StationSelect.tsx'
import { useCommand } from '../../lib/queries.ts'
import { userChanged, type User } from '../../lib/session.ts'
import { SaveMark } from './SaveMark.tsx'
import css from './personal.module.css'

/** 默认范围: the default department and station of the user; applies at once on every device. */
export function DefaultPlaces({ user: { departName, defaults } }: { user: User }) {
  const { mutate, isPending, error, variables } = useCommand(sessionCalls.editDefaults, {
    errors: 'own',
    onSuccess: userChanged,
  })
  const errorOf = (name: 'departId' | 'psId') =>
    error && variables && name in variables ? error.message : null
  const { depart, station, topDepart } = defaults ?? {}
  const own = departName ?? '所属部门'
  const top = topDepart?.departName ?? own
  const stationHint = (
    <>
      <span className="grow">新建工单时已选好，可以改选</span>
      {station && (
        <Button kind="txt" size="sm" onClick={() => mutate({ psId: null })}>
          清空默认电站
        </Button>
      )}
    </>
  )
  return (
    <section className={`card ${css.defaultPlaces}`} aria-labelledby="default-places">
      <header>
        <MapPin className="i t3" aria-hidden />
        <h2 id="default-places">默认范围</h2>
        <SaveMark waiting={isPending} failed={error !== null} />
      </header>
      <Field
        label="默认部门"
        hint={`首页和车辆树从它开始；未设置时${top === own ? '' : `首页从${top}开始，车辆树`}从${own}开始`}
        error={errorOf('departId')}
      >
        {(control) => (
          <DepartmentSelect
            {...control}
            by="id"
            openOnly
            value={depart?.id}
            onChange={(chosen) => mutate({ departId: chosen ?? null })}
          />
        )}
      </Field>
      <Field label="默认电站" hint={stationHint} error={errorOf('psId')}>
        {(control) => (
          <StationSelect
            {...control}
            value={station ? [station.psId] : []}
            onChange={([chosen]) => mutate({ psId: chosen ?? null })}
          />
        )}
      </Field>
    </section>
  )
}
