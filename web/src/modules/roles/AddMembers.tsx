import { accessCalls } from '@heliodesk/contract/access.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { DutyConflicts } from '../../domain/DutyConflicts.tsx'
import { FourEyesReason } from '../../domain/grant-reviews/FourEyesReason.tsx'
import { reasonRefusal, saidWaiting, useFourEyes } from '../../domain/grant-reviews/use-four-eyes.ts'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { Field } from '../../kit/Field.tsx'
import { nothingFound, notedOption, useSearchWord } from '../../kit/searching.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useCall } from '../../lib/queries.ts'
import type { Role } from './role.ts'
import css from './role-people.module.css'

const CHOICES = 50

type Person = { value: string; label: string; note: string; disabled: boolean }

/** Gives the role to people who do not have it yet. */
export function AddMembers({ role, open, onClose }: OverlayProps & { role: Role }) {
  const [keyword, setWord] = useSearchWord()
  const [chosen, setChosen] = useState<readonly Person[]>([])
  const waits = useFourEyes()
  const [reason, setReason] = useState('')
  const people = useCall(userCalls.list, { keyword, status: '1', pageSize: CHOICES }, { enabled: open })
  const conflicts = useCall(
    accessCalls.newConflicts,
    { roleId: role.id, userIds: chosen.map(({ value }) => value).join(',') },
    { enabled: open && chosen.length > 0 },
  )
  const saving = useSaving(accessCalls.addMembers, {
    said: (added) =>
      waits ? saidWaiting(role.roleName) : ['成员已添加', `${role.roleName}，新增 ${added} 人`],
    onClose,
  })
  const offered = (people.data?.records ?? []).map((person): Person => {
    const isMember = person.roles.some(({ id }) => id === role.id)
    return {
      value: person.id,
      label: person.realname,
      note: isMember
        ? '已是成员'
        : person.manageable
          ? `${person.username} · ${person.depName}`
          : '权限高于您',
      disabled: isMember || !person.manageable,
    }
  })
  const known = new Map([...chosen, ...offered].map((person) => [person.value, person]))
  return (
    <CommandDialog
      open={open}
      wide
      title={`为“${role.roleName}”添加成员`}
      text={`他们从${waits ? '复核通过后的' : ''}下一次操作起拥有此角色的权限；数据范围仍由各自的部门和关联项目决定。`}
      verb={chosen.length > 0 ? `添加 ${chosen.length} 人` : '添加'}
      refusal={chosen.length === 0 ? '请选择用户' : waits ? reasonRefusal(reason) : null}
      saving={saving}
      onConfirm={() => saving.send({ roleId: role.id, userIdList: chosen.map(({ value }) => value), reason })}
      onClose={onClose}
    >
      <Field label="用户" required>
        {(control) => (
          <Select
            {...control}
            mode="multiple"
            className={css.choose}
            placeholder="按姓名、拼音、账号或手机查找"
            showSearch={{ filterOption: false, onSearch: setWord, autoClearSearchValue: false }}
            loading={people.isFetching}
            notFoundContent={nothingFound('用户', { isBusy: people.isFetching, error: people.error })}
            options={offered}
            optionRender={notedOption}
            labelRender={({ value }) => known.get(String(value))?.label}
            value={chosen.map(({ value }) => value)}
            onChange={(ids: string[]) => setChosen(ids.flatMap((id) => known.get(id) ?? []))}
          />
        )}
      </Field>
      {chosen.length > 0 && (
        <DutyConflicts
          conflicts={(conflicts.data ?? []).map(({ key, people: all }) => ({
            key,
            fact: `${all.slice(0, 3).join('、')}${all.length > 3 ? ` 等 ${all.length} 人` : ''}`,
          }))}
        />
      )}
      {waits && <FourEyesReason value={reason} onChange={setReason} />}
    </CommandDialog>
  )
}
