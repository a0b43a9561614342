import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { BoundField } from '../kit/fields/bound-field.ts'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { SelectManyField } from '../kit/fields/SelectManyField.tsx'
import { nothingFound, notedOption } from '../kit/searching.tsx'
import type { Found } from '../kit/SearchSelect.tsx'
import { useSearchBy } from '../lib/pinyin.ts'
import { useCall } from '../lib/queries.ts'
import { useSession } from '../lib/session.ts'

/** The colleagues within reach of a process; without one, of the user's department. Never the user. */
function useColleagues(processInstanceId: string | undefined) {
  const own = useSession(({ user }) => user?.id)
  const read = useCall(approvalCalls.colleagues, processInstanceId ? { processInstanceId } : {})
  return {
    options: (read.data ?? [])
      .filter(({ id }) => id !== own)
      .map(({ id, realname, departName }): Found => ({ value: id, label: realname, note: departName })),
    loading: read.isPending,
    notFoundContent: nothingFound('人员', { isBusy: read.isPending, error: read.error }),
    placeholder: '姓名、拼音',
    optionRender: notedOption,
  }
}

type ColleagueFieldProps = BoundField<string, string | undefined> & { process?: string }

/** A form field for one colleague. */
export function ColleagueField({ process, ...field }: ColleagueFieldProps) {
  const { options, ...people } = useColleagues(process)
  return <SelectField {...field} {...people} showSearch={useSearchBy('label')} choices={options} />
}

type ColleaguesFieldProps = BoundField<readonly string[], string[]> & { process: string }

/** A form field for several colleagues. */
export function ColleaguesField({ process, ...field }: ColleaguesFieldProps) {
  const { options, ...people } = useColleagues(process)
  return <SelectManyField {...field} {...people} choices={options} />
}
