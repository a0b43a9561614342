import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { Select } from 'antd'
import { FormInput, KeyRound, UserRound, Users, UserStar, X, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../kit/Button.tsx'
import { Field } from '../../../kit/Field.tsx'
import { useIsNamed } from '../../../lib/pinyin.ts'
import { useCall } from '../../../lib/queries.ts'
import { rightInWords } from '../right-in-words.ts'
import { isField, type Actor } from './actors.ts'
import css from './design.module.css'

type ActorsFieldProps = {
  label: string
  /** What it means that there is nobody. */
  missing: string
  actors: readonly Actor[]
  onChange: (actors: readonly Actor[]) => void
}

type Option = { value: string; label: string; fact?: string; actor: Actor }

const keyOf = (actor: Actor) => JSON.stringify(actor)

/** Who may act on a step, or gets a copy: people, roles, heads of departments, fields of the business row. */
export function ActorsField({ label: title, missing, actors, onChange }: ActorsFieldProps) {
  const { data, isPending } = useCall(workflowCalls.designChoices, {})
  const [typed, setTyped] = useState('')
  const isNamed = useIsNamed(typed)
  const add = (actor: Actor) => {
    if (!actors.some((each) => keyOf(each) === keyOf(actor))) onChange([...actors, actor])
  }
  const option = (label: string, actor: Actor, fact?: string): Option => ({
    value: keyOf(actor),
    label,
    fact,
    actor,
  })
  const roles = new Map(data?.roles.map((role) => [role.code, role]))
  const people = new Map(data?.people.map((person) => [person.id, person]))
  const field = typed.trim()
  const groups = [
    {
      label: '按发起人',
      options: [
        option('发起人的部门负责人', { kind: 'superior' }, '其本人是负责人时为上级'),
        option('发起人本人', { kind: 'starter' }),
      ],
    },
    {
      label: '角色',
      options: [...roles.values()].map((each) =>
        option(each.name, { kind: 'role', code: each.code }, `${each.people} 人`),
      ),
    },
    {
      label: '人员',
      options: [...people.values()].map((each) =>
        option(each.name, { kind: 'person', id: each.id }, each.department),
      ),
    },
  ].map(({ label, options }) => ({
    label,
    options: options.filter(({ label: text }) => field === '' || isNamed(text, field)),
  }))
  const named = isField(field)
    ? [
        option(`业务字段 ${field} 中的人`, { kind: 'field', field }),
        option(`业务字段 ${field} 的部门负责人`, { kind: 'head', field }),
      ]
    : []
  const options = [...groups, { label: '业务字段', options: named }].filter(
    (group) => group.options.length > 0,
  )

  return (
    <div className={css.actors}>
      <Field label={title} hint={actors.length === 0 ? missing : undefined}>
        {(control) => (
          <Select<string, Option>
            {...control}
            showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
            loading={isPending}
            value={null}
            placeholder="添加人员、角色、部门负责人，或输入字段名"
            notFoundContent="没有符合的人员、角色；字段名由字母或汉字组成"
            options={options as unknown as Option[]}
            optionRender={({ data: { label, fact } }) => (
              <span className="row">
                <span className="grow ell">{label}</span>
                <span className="t3 s12">{fact}</span>
              </span>
            )}
            onChange={(_value, chosen) => {
              setTyped('')
              if (chosen && !Array.isArray(chosen)) add(chosen.actor)
            }}
          />
        )}
      </Field>
      <ul aria-label={title}>
        {actors.map((actor, at) => {
          const { icon: Icon, name, fact } = shownAs(actor)
          return (
            <li key={keyOf(actor)} className="row">
              <Icon className="i t3" aria-hidden />
              <span className="grow ell">{name}</span>
              <span className="t3 s12">{fact}</span>
              <IconButton
                small
                icon={X}
                label={`去掉${name}`}
                onClick={() => onChange(actors.toSpliced(at, 1))}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )

  function shownAs(actor: Actor): { icon: LucideIcon; name: string; fact: string } {
    switch (actor.kind) {
      case 'person': {
        const known = people.get(actor.id)
        return {
          icon: UserRound,
          name: known?.name ?? (data ? `人员 ${actor.id}` : '…'),
          fact: known?.department ?? '',
        }
      }
      case 'role': {
        const known = roles.get(actor.code)
        return {
          icon: Users,
          name: `角色 ${known?.name ?? actor.code}`,
          fact: known ? `${known.people} 人` : data ? '不存在' : '',
        }
      }
      case 'right':
        return { icon: KeyRound, name: rightInWords(actor.code), fact: '' }
      case 'superior':
        return { icon: UserStar, name: '发起人的部门负责人', fact: '' }
      case 'starter':
        return { icon: UserRound, name: '发起人本人', fact: '' }
      case 'head':
        return { icon: UserStar, name: `字段 ${actor.field} 的部门负责人`, fact: '' }
      case 'field':
        return { icon: FormInput, name: `字段 ${actor.field} 中的人`, fact: '' }
      case 'expression':
        return { icon: FormInput, name: actor.text, fact: '表达式' }
    }
  }
}
