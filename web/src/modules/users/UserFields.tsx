import { accessCalls } from '@heliodesk/contract/access.ts'
import { positionCalls } from '@heliodesk/contract/positions.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import type { ReactNode } from 'react'
import { Field } from '../../kit/Field.tsx'
import type { BoundField } from '../../kit/fields/bound-field.ts'
import { SelectManyField } from '../../kit/fields/SelectManyField.tsx'
import { formatNumber } from '../../kit/format.ts'
import { nothingFound } from '../../kit/searching.tsx'
import { FourEyesReason } from '../../domain/grant-reviews/FourEyesReason.tsx'
import { reasonRefusal, useFourEyes } from '../../domain/grant-reviews/use-four-eyes.ts'
import { DutyConflicts } from '../../domain/DutyConflicts.tsx'
import { DepartmentSelect } from '../../domain/DepartmentSelect.tsx'
import { PickerField } from '../../kit/fields/PickerField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { ProjectSelect } from '../../domain/ProjectSelect.tsx'
import type { Form } from '../../kit/use-form.ts'
import { hiddenField } from '../../lib/columns.ts'
import { useCall } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import type { User } from './user.ts'
import css from './users.module.css'

/** The fields of a person, without the login. */
export const personFields = userCalls.edit.input.omit({ id: true, version: true })

type PersonForm = Form<typeof personFields>
export type PersonValues = PersonForm['values']

/** The server's errors for a field during typing. */
export type PersonFaults = { phone: string | null; jobNo: string | null }

type UserFieldsProps = {
  form: PersonForm
  faults: PersonFaults
  user?: User
}

/** Whether roles or scope of a form differ from those of the person. */
export function rightsDiffer(
  { roleIds = [], relPsaIds = [], allData = '0' }: Partial<PersonValues>,
  user?: User,
): boolean {
  const differ = (had: { id: string }[] = [], wanted: readonly string[]) =>
    had
      .map(({ id }) => id)
      .toSorted()
      .join() !== wanted.toSorted().join()
  return (
    differ(user?.roles, roleIds) || differ(user?.relPsas, relPsaIds) || (user?.hasAllData ?? '0') !== allData
  )
}

/** Whether they wait for a second person. */
const useWaitingRights = (values: Partial<PersonValues>, user?: User): boolean =>
  useFourEyes() && rightsDiffer(values, user)

/** Why a form with changed rights cannot be sent yet. */
export function useRightsReason(values: Partial<PersonValues>, user?: User): string | null {
  return useWaitingRights(values, user) ? reasonRefusal(values.reason ?? '') : null
}

export function UserFields({ form: { values, set, errorOf, field }, faults, user }: UserFieldsProps) {
  const all = values.allData === '1'
  const waits = useWaitingRights(values, user)
  return (
    <>
      <h2>基本信息</h2>
      <TextField {...field('realname')} label="姓名" required />
      <TextField
        {...field('phone')}
        label="手机号"
        inputMode="tel"
        maxLength={20}
        error={errorOf('phone') ?? faults.phone}
        hint="可用于登录"
        {...(user && hiddenField('phone'))}
      />
      <PickerField {...field('depId')} of={DepartmentSelect} label="部门" required by="id" openOnly />
      <TextField {...field('jobNo')} label="工号" error={errorOf('jobNo') ?? faults.jobNo} />
      <PositionsField {...field('post')} />
      <h2>权限与数据范围</h2>
      <RolesField {...field('roleIds')} />
      {user && <DutyConflicts conflicts={user.conflicts.map((key) => ({ key }))} />}
      <ScopeChoice
        value={all}
        size={<ScopeSize values={values} />}
        onChange={(value) => set('allData', value ? '1' : '0')}
      />
      <Field
        label="关联项目"
        error={errorOf('relPsaIds')}
        hint={all ? '已拥有全部数据，无须关联' : '在部门之外，另可查看这些项目的电站'}
      >
        {(control) => (
          <ProjectSelect
            {...control}
            disabled={all}
            known={user?.relPsas}
            value={values.relPsaIds ?? []}
            onChange={(value) => set('relPsaIds', value)}
          />
        )}
      </Field>
      {waits && <FourEyesReason value={values.reason ?? ''} onChange={(reason) => set('reason', reason)} />}
    </>
  )
}

/** More than any company has. */
const MOST_POSITIONS = 500

/** Chosen from all of the company; the form holds their codes, joined by commas. */
function PositionsField({ value, onChange, ...field }: Omit<BoundField<string, string>, 'label'>) {
  const positions = useCall(positionCalls.list, { pageNo: 1, pageSize: MOST_POSITIONS })
  return (
    <SelectManyField
      {...field}
      label="岗位"
      className="wide"
      placeholder="可多选"
      loading={positions.isPending}
      notFoundContent={nothingFound('岗位', { isBusy: positions.isPending, error: positions.error })}
      choices={(positions.data?.records ?? []).map(({ code, name }) => ({ value: code, label: name }))}
      value={positions.data && value ? value.split(',').filter(Boolean) : []}
      // A form leaves empty texts out, which would keep the positions.
      onChange={(codes) => onChange(codes.join(',') || ',')}
    />
  )
}

const BEYOND = '含有您没有的权限，不能授予'

function RolesField({ value, ...field }: Omit<BoundField<readonly string[], string[]>, 'label'>) {
  const roles = useCall(roleCalls.all, {})
  return (
    <SelectManyField
      {...field}
      label="角色"
      className="wide"
      hint="保存后，从下一次操作起生效"
      placeholder="可多选"
      loading={roles.isPending}
      notFoundContent={nothingFound('角色', { isBusy: roles.isPending, error: roles.error })}
      choices={(roles.data ?? []).map(({ id, roleName, description, grantable }) => ({
        value: id,
        label: roleName,
        note: grantable ? description : BEYOND,
        disabled: !grantable,
      }))}
      optionRender={({ data }) => <RoleOption {...data} />}
      value={roles.data ? value : []}
    />
  )
}

function RoleOption({ label, note }: { label: string; note: string }) {
  return (
    <span className={css.roleOption}>
      {label}
      <span className={`s12 ${css.s12} ell`}>{note}</span>
    </span>
  )
}

/** How many stations the chosen department, projects and data scope give. */
function ScopeSize({ values: { depId, allData, relPsaIds } }: { values: PersonForm['values'] }) {
  const chosen = allData === '1' || depId !== undefined
  const size = useCall(accessCalls.scopeSize, { depId, allData, relPsaIds }, { enabled: chosen })
  if (!chosen || !size.data) return null
  const { stationCount, allStations } = size.data
  return (
    <>
      ，现有 <b>{formatNumber(stationCount)}</b> / {formatNumber(allStations)} 座电站
    </>
  )
}

type ScopeChoiceProps = { value: boolean; size: ReactNode; onChange: (value: boolean) => void }

function ScopeChoice({ value, size, onChange }: ScopeChoiceProps) {
  const mayGiveAll = useSession(({ user }) => user?.hasAllData === '1')
  const refusal = mayGiveAll ? null : '您没有全部数据权限，不能授予他人'
  const choice = (all: boolean, text: string) => (
    <label className={refusal && all ? 'off' : undefined}>
      <input
        type="radio"
        name="allData"
        checked={value === all}
        disabled={all && refusal !== null && !value}
        onChange={() => onChange(all)}
      />
      {text}
    </label>
  )
  return (
    <fieldset className={`field ${css.scopeChoice}`}>
      <legend>数据范围</legend>
      <div>
        {choice(false, '本部门及下级')}
        {choice(true, '全部数据')}
      </div>
      <div className="note">
        {refusal ?? (value ? '可查看公司的全部电站和工单' : '可查看部门和关联项目的电站和工单')}
        {size}
      </div>
    </fieldset>
  )
}
