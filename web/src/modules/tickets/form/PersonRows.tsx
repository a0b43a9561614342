import { ticketParts, type TicketPart } from '@heliodesk/contract/ticket-content.ts'
import { MOST_LINES } from '@heliodesk/contract/ticket-lines.ts'
import { Input, Select } from 'antd'
import { X } from 'lucide-react'
import { AddButton } from '../../../kit/AddButton.tsx'
import { IconButton } from '../../../kit/Button.tsx'
import { Field } from '../../../kit/Field.tsx'
import type { DraftPerson } from './ticket-draft.ts'
import { useTicketPeople, withKnown, type Site } from '../use-ticket-people.tsx'
import css from './ticket-form.module.css'

type PersonRowsProps = {
  parts: readonly TicketPart[]
  site: Site
  error: string | null
  people: readonly DraftPerson[]
  onChange: (people: DraftPerson[]) => void
}

/** A form field for those who work or watch; people of another company are written by their names. */
export const PersonRows = ({ parts, site, error, people, onChange }: PersonRowsProps) => (
  <Field className="wide" label="作业人员" error={error}>
    {({ id }) => (
      <div className={css.people} id={id}>
        <ol>
          {people.map((person, at) => (
            <PersonRow
              key={at}
              no={at + 1}
              parts={parts}
              site={site}
              person={person}
              onChange={(changed) => onChange(people.with(at, changed))}
              onRemove={() => onChange(people.toSpliced(at, 1))}
            />
          ))}
        </ol>
        <div className={css.adds}>
          {parts.map((part) => (
            <AddButton
              key={part}
              size="sm"
              text={`添加${ticketParts[part]}`}
              refusal={people.length >= MOST_LINES ? `最多 ${MOST_LINES} 人` : null}
              onAdd={() => onChange([...people, { part, personId: null, name: '' }])}
            />
          ))}
        </div>
      </div>
    )}
  </Field>
)

type PersonRowProps = Pick<PersonRowsProps, 'parts' | 'site'> & {
  no: number
  person: DraftPerson
  onChange: (person: DraftPerson) => void
  onRemove: () => void
}

/** Stands for somebody without an account. */
const OUTSIDE = { value: '', label: '外单位人员' }

function PersonRow({ no, parts, site, person, onChange, onRemove }: PersonRowProps) {
  const { part, personId = null, name } = person
  // A crew needs no qualification; the others are published for what they do.
  const { options, people, select } = useTicketPeople(site, part === 'crew' ? undefined : part)
  const choose = (id: string) => {
    const found = people.find((each) => each.id === id)
    onChange({
      ...person,
      personId: id || null,
      name: found?.realname ?? '',
      certificate: found?.certificate ?? '',
    })
  }
  const isOutside = personId === null
  const words = [
    { field: 'name', label: '姓名', placeholder: undefined, max: 50, isAsked: isOutside },
    {
      field: 'watch',
      label: '监护范围',
      placeholder: '监护范围，如 3号箱变高压侧',
      max: 100,
      isAsked: part === 'guard',
    },
    {
      field: 'certificate',
      label: '证书编号',
      placeholder: undefined,
      max: 60,
      isAsked: isOutside || part === 'hotWorker',
    },
  ] as const
  return (
    <li>
      <Select
        aria-label={`第 ${no} 人的分工`}
        options={parts.map((each) => ({ value: each, label: ticketParts[each] }))}
        value={part}
        onChange={(chosen) => onChange({ ...person, part: chosen })}
      />
      <Select
        {...select}
        aria-label={`第 ${no} 人`}
        options={[OUTSIDE, ...withKnown(options, personId, name ?? null)]}
        value={personId ?? ''}
        onChange={choose}
      />
      {words
        .filter(({ isAsked }) => isAsked)
        .map(({ field, label, placeholder, max }) => (
          <Input
            key={field}
            aria-label={`第 ${no} 人的${label}`}
            placeholder={placeholder ?? label}
            maxLength={max}
            value={person[field]}
            onChange={({ target }) => onChange({ ...person, [field]: target.value })}
          />
        ))}
      <IconButton icon={X} label={`删除第 ${no} 人`} onClick={onRemove} />
    </li>
  )
}
