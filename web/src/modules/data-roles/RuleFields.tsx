import { dataColumns, type DataColumn } from '@heliodesk/contract/data-columns.ts'
import { ownOrders } from '@heliodesk/contract/data-roles.ts'
import { siteTypes } from '@heliodesk/contract/station-fields.ts'
import { OrgTreeSelect } from '../../domain/org-tree/OrgTreeSelect.tsx'
import { Field } from '../../kit/Field.tsx'
import { CodeField } from '../../kit/fields/CodeField.tsx'
import { NoteField } from '../../kit/fields/NoteField.tsx'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { SelectManyField } from '../../kit/fields/SelectManyField.tsx'
import { SwitchField } from '../../kit/fields/SwitchField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { notedOption } from '../../kit/searching.tsx'
import { Segments } from '../../kit/Segments.tsx'
import type { Form } from '../../kit/use-form.ts'
import type { fields, Rule } from './data-role.ts'
import type { Known } from './use-known.ts'
import css from './data-roles.module.css'

type RuleFieldsProps = {
  form: Form<typeof fields>
  known: Known
  /** Tells what the chosen places are called. */
  onPlaces: (names: string) => void
}

export function RuleFields({ form, known, onPlaces }: RuleFieldsProps) {
  const { values, set, field, errorOf } = form
  const types = values.taskTypes ?? []
  return (
    <>
      <fieldset className={css.part}>
        <legend>给谁</legend>
        <SelectManyField
          {...field('roleIds')}
          label="角色"
          placeholder="拥有这些角色的所有人"
          choices={known.choices.roles}
          optionRender={notedOption}
          loading={!known.isRead}
          value={known.isRead ? values.roleIds : []}
        />
        <SelectManyField
          {...field('userIds')}
          label="用户"
          placeholder="另外授予个人"
          choices={known.choices.users}
          optionRender={notedOption}
          loading={!known.isRead}
          value={known.isRead ? values.userIds : []}
        />
      </fieldset>
      <fieldset className={css.part}>
        <legend>看哪些电站</legend>
        <PlaceField values={values} set={set} onNames={onPlaces} error={errorOf('stationIds')} />
        <SelectManyField
          {...field('siteTypes')}
          label="电站类型"
          placeholder="不限"
          choices={Object.entries(siteTypes).map(([value, label]) => ({ value, label }))}
          value={values.siteTypes ?? []}
          onChange={(chosen) => set('siteTypes', chosen.length > 0 ? (chosen as Rule['siteTypes']) : null)}
        />
      </fieldset>
      <fieldset className={css.part}>
        <legend>看哪些工单</legend>
        <Field label="任务类型" error={errorOf('taskTypes')}>
          {() => (
            <Segments
              label="任务类型的范围"
              choices={{ only: '只含这些', except: '不含这些' }}
              value={values.taskTypesExcluded ? 'except' : 'only'}
              onChange={(choice) => set('taskTypesExcluded', choice === 'except')}
            />
          )}
        </Field>
        <SelectManyField
          {...field('taskTypes')}
          label="选定的类型"
          placeholder="不限"
          choices={known.choices.taskTypes}
          loading={!known.isRead}
          value={known.isRead ? types.map(String) : []}
          onChange={(chosen) => set('taskTypes', chosen.length > 0 ? chosen.map(Number) : null)}
        />
        <SelectField
          {...field('ownOrders')}
          label="范围"
          allowClear
          placeholder="不限"
          choices={ownOrders}
          value={values.ownOrders ?? undefined}
          onChange={(chosen) => set('ownOrders', chosen ?? null)}
        />
      </fieldset>
      <fieldset className={css.part}>
        <legend>看到的列</legend>
        <ColumnRows columns={values.columns ?? {}} onChange={(columns) => set('columns', columns)} />
      </fieldset>
      <fieldset className={css.part}>
        <legend>导出和其他</legend>
        <NumberField
          value={values.mostExportRows ?? undefined}
          error={errorOf('mostExportRows')}
          onBlur={() => form.leave('mostExportRows')}
          onChange={(most) => set('mostExportRows', most ?? null)}
          label="每次最多导出"
          hint="留空不限，0 为不能导出"
          suffix="行"
          precision={0}
        />
        <TextField {...field('name')} label="名称" required placeholder="如 站长不看物资代采" />
        <CodeField {...field('code')} label="编码" kept={false} placeholder="如 masterView" />
        <NoteField {...field('description')} label="说明" placeholder="为什么限制，谁提出的" />
        <SwitchField {...field('enabled')} label="启用" />
      </fieldset>
    </>
  )
}

type PlaceFieldProps = {
  values: Rule
  set: Form<typeof fields>['set']
  onNames: (names: string) => void
  error: string | null
}

/** Departments with what is below them, projects and stations, from one tree. */
function PlaceField({ values, set, onNames, error }: PlaceFieldProps) {
  const scope = {
    depIds: values.departmentIds ?? [],
    psaIds: values.psaIds ?? [],
    psIds: values.stationIds ?? [],
  }
  const orNull = (ids: string[]) => (ids.length > 0 ? ids : null)
  return (
    <Field label="部门、项目或电站" error={error} hint="不选为全部；只会缩小各人原有的范围">
      {(control) => (
        <OrgTreeSelect
          {...control}
          name="部门、项目或电站"
          mode={{ kind: 'station' }}
          placeholder="全部"
          showValue={3}
          value={scope}
          onSummary={({ names, count }) => onNames(names.length > 3 ? count : names.join('、'))}
          onChange={({ depIds, psaIds, psIds }) => {
            set('departmentIds', orNull(depIds))
            set('psaIds', orNull(psaIds))
            set('stationIds', orNull(psIds))
          }}
        />
      )}
    </Field>
  )
}

type Effect = 'show' | 'mask' | 'hide'
const maskable: Record<Effect, string> = { show: '照常', mask: '遮住几位', hide: '隐藏' }
const hideable = { show: maskable.show, hide: maskable.hide } as typeof maskable

type Columns = NonNullable<Rule['columns']>

function ColumnRows({ columns, onChange }: { columns: Columns; onChange: (columns: Columns) => void }) {
  const put = (column: DataColumn, effect: Effect) => {
    const { [column]: _before, ...others } = columns
    onChange(effect === 'show' ? others : { ...others, [column]: effect })
  }
  return (
    <ul className={css.columns}>
      {(Object.keys(dataColumns) as DataColumn[]).map((column) => {
        const { title, effects } = dataColumns[column]
        const isMaskable = (effects as readonly string[]).includes('mask')
        return (
          <li key={column}>
            <span>{title}</span>
            <Segments
              label={title}
              choices={isMaskable ? maskable : hideable}
              value={columns[column] ?? 'show'}
              onChange={(effect) => put(column, effect)}
            />
          </li>
        )
      })}
    </ul>
  )
}
