import type { Received } from '@heliodesk/contract/call.ts'
import { settingCalls, type SystemSettings } from '@heliodesk/contract/settings.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { Field } from '../../kit/Field.tsx'
import { nothingFound, notedOption } from '../../kit/searching.tsx'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../kit/use-settled.ts'
import { useCall } from '../../lib/queries.ts'
import type { Draft } from './use-draft.ts'

type Person = Received<typeof settingCalls.people>['pageList'][number]

type RecipientsProps = { draft: Draft<SystemSettings>; known: readonly Person[]; disabled: boolean }

const SHOWN = 50

/** The people who read and answer the manager's mailbox, searchable by name or user name. */
export function Recipients({ draft, known, disabled }: RecipientsProps) {
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<readonly Person[]>([])
  const found = useCall(settingCalls.people, {
    keyword: useSettled(keyword.trim(), ASKING_DEBOUNCE_MS),
    size: SHOWN,
  })
  const { mailRecipients } = draft.values
  const named = new Map(
    [...known, ...chosen, ...(found.data?.pageList ?? [])].map((each) => [each.username, each]),
  )
  const optionOf = (username: string) => {
    const person = named.get(username)
    return {
      value: username,
      label: person ? `${person.realname}（${username}）` : `${username}（已停用）`,
      note: person?.depName,
    }
  }
  const offered = (found.data?.pageList ?? []).map(({ username }) => optionOf(username))
  const missing = mailRecipients.filter((name) => !offered.some(({ value }) => value === name)).map(optionOf)
  return (
    <Field
      label="收信人"
      error={draft.errorOf('mailRecipients')}
      hint="最多 20 人；不选则由管理员收信"
      className="wide"
    >
      {(control) => (
        <Select
          {...control}
          mode="multiple"
          disabled={disabled}
          placeholder="输入姓名或账号查找"
          value={mailRecipients}
          options={[...offered, ...(keyword === '' ? missing : [])]}
          labelRender={({ value }) => optionOf(String(value)).label}
          optionRender={notedOption}
          showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
          notFoundContent={nothingFound('人员', { isBusy: found.isFetching, error: found.error })}
          onChange={(usernames: string[]) => {
            setChosen(usernames.flatMap((username) => named.get(username) ?? []))
            setKeyword('')
            draft.set('mailRecipients', usernames)
          }}
        />
      )}
    </Field>
  )
}
