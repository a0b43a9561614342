import { dayAfter, monthsAfter } from '@heliodesk/contract/days.ts'
import { kilovoltChoices, type Kilovolts } from '@heliodesk/contract/kilovolts.ts'
import { qualificationCalls, qualificationTitles as titles } from '@heliodesk/contract/qualifications.ts'
import type { TicketRole } from '@heliodesk/contract/ticket-roles.ts'
import { DepartmentSelect } from '../../domain/DepartmentSelect.tsx'
import { DayField, WIRE_DAY } from '../../kit/fields/DayField.tsx'
import { PickerField } from '../../kit/fields/PickerField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { SelectManyField } from '../../kit/fields/SelectManyField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { nothingFound, notedOption } from '../../kit/searching.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { companyNow } from '../../lib/company-time.ts'
import { useSearchBy } from '../../lib/pinyin.ts'
import { useCall } from '../../lib/queries.ts'
import { roleChoices } from './qualification-list.tsx'

/** A year from this day, its last day included. */
const yearFrom = (day: string) => ({ validFrom: day, validUntil: dayAfter(monthsAfter(day, 12), -1) })

/** Enters a person into the list. */
export function QualificationForm(dialog: OverlayProps) {
  const form = useForm(qualificationCalls.add.input, {
    voltage: '35',
    ...yearFrom(companyNow().format(WIRE_DAY)),
  })
  const saving = useSaving(qualificationCalls.add, {
    said: ({ personName, roleNames }) => ['资格已登记', `${personName}：${roleNames}`],
    form,
    faults: {
      'qualification.term': ['validUntil'],
      'qualification.overlaps': ['roles'],
      'department.disabled': ['depId'],
    },
    onClose: dialog.onClose,
  })
  const { field, set } = form
  const people = useCall(qualificationCalls.people, {})
  return (
    <FieldsDrawer {...dialog} title="登记资格" verb="登记" form={form} saving={saving} onSend={saving.send}>
      <SelectField
        {...field('personId')}
        label="人员"
        required
        loading={people.isPending}
        notFoundContent={nothingFound('人员', { isBusy: people.isPending, error: people.error })}
        showSearch={useSearchBy('label')}
        placeholder="姓名、拼音"
        optionRender={notedOption}
        choices={(people.data ?? []).map(({ id, realname, workNo, departName }) => ({
          value: id,
          label: realname,
          note: [workNo, departName].filter(Boolean).join(' · '),
        }))}
      />
      <SelectManyField
        {...field('roles')}
        label={titles.roleNames}
        required
        placeholder="可多选"
        choices={roleChoices}
        onChange={(chosen) => set('roles', chosen as TicketRole[])}
      />
      <SelectField<Kilovolts>
        {...field('voltage')}
        label={titles.voltage}
        required
        hint="可在此电压及以下签字"
        choices={kilovoltChoices}
      />
      <PickerField
        {...field('depId')}
        of={DepartmentById}
        label={titles.depName}
        required
        hint="含下级部门的电站"
      />
      <TextField
        {...field('publication')}
        label={titles.publication}
        required
        placeholder="如 安〔2026〕12 号"
      />
      <TextField {...field('certificate')} label={titles.certificate} />
      <DayField
        {...field('validFrom')}
        label={titles.validFrom}
        required
        onChange={(day) => {
          set('validFrom', day)
          if (day) set('validUntil', yearFrom(day).validUntil)
        }}
      />
      <DayField {...field('validUntil')} label={titles.validUntil} required />
    </FieldsDrawer>
  )
}

type DepartmentByIdProps = Omit<Parameters<typeof DepartmentSelect>[0], 'by'>

const DepartmentById = (props: DepartmentByIdProps) => <DepartmentSelect {...props} by="id" openOnly />
