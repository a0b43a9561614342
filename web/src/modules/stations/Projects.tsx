import type { Sent } from '@heliodesk/contract/call.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { ListTree, Lock, LockOpen, Pencil } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Button } from '../../kit/Button.tsx'
import { removeAction, RemoveDialog } from '../../kit/RemoveDialog.tsx'
import { useDepartmentName } from '../../domain/use-department-name.ts'
import { DepartmentSelect } from '../../domain/DepartmentSelect.tsx'
import { PickerField } from '../../kit/fields/PickerField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { formatNumber } from '../../kit/format.ts'
import type { Column } from '../../kit/page-table/columns.ts'
import { minuteColumn, numberColumn, textColumn } from '../../kit/page-table/presets.tsx'
import { SearchedTable } from '../../kit/page-table/SearchedTable.tsx'
import type { ListAction } from '../../kit/page-table/RowActions.tsx'
import { useSysList } from '../../kit/page-table/use-sys-page.ts'
import { byDepartment } from '../../domain/record-filters.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'
import { WhileOpen } from '../../kit/WhileOpen.tsx'
import { useOverlays, type OverlayProps } from '../../kit/use-overlays.tsx'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import { useCan } from '../../lib/permission.tsx'
import { ProjectCard, ProjectState, type Project } from './ProjectCard.tsx'

const states = { 1: '启用', 3: '已关闭' }

const columns: readonly Column<Project>[] = [
  textColumn('name', '项目名称', 240, { grow: true, lock: true }),
  textColumn('depName', '归属部门', 180),
  numberColumn('stationCount', '电站数', 96),
  { key: 'status', title: '状态', width: 96, cell: ({ status }) => <ProjectState status={status} /> },
  minuteColumn('createTime', '创建时间', 150, { fold: 1 }),
]

/** They share the address with the stations' filters, so they have their own names. */
export const projectFilters = (
  nameOf: (code: string) => string,
): readonly Filter<Sent<typeof stationCalls.psaList>>[] => [
  { kind: 'input', live: true, name: 'project', field: 'keyword', label: '项目', placeholder: '项目名称' },
  { ...byDepartment(nameOf), name: 'projectDep', field: 'depCode', label: '部门' },
  { kind: 'select', name: 'projectStatus', field: 'status', label: '状态', choices: states, single: true },
]

type ProjectsProps = {
  /** The button that adds a project is in the page header. */
  adding: boolean
  onAdding: (adding: boolean) => void
}

/** The projects (PSA) that group stations: add, rename, move, close, and remove while empty. */
export function Projects({ adding, onAdding }: ProjectsProps) {
  const nameOf = useDepartmentName()
  const navigate = useNavigate()
  const mayEdit = useCan('station:edit')
  const { show, shown } = useOverlays({
    edit: (overlay, { id }: Project) => <ProjectForm {...overlay} asked={{ id }} />,
  })
  const page = useSysList(stationCalls.psaList, projectFilters(nameOf))
  const actionsOf = (project: Project): ListAction[] => {
    const { id, name, stationCount, status } = project
    const closed = status === '3'
    const stations: ListAction = {
      key: 'stations',
      title: '查看电站',
      icon: ListTree,
      run: () => void navigate(paths.stations.to({ psId: `p${id}` })),
    }
    if (!mayEdit) return [stations]
    return [
      stations,
      { key: 'edit', title: '编辑', icon: Pencil, run: () => show('edit', project) },
      {
        key: 'switch',
        title: closed ? '重新启用' : '关闭',
        icon: closed ? LockOpen : Lock,
        confirm: (dialog) => <SwitchProject {...dialog} project={project} />,
      },
      removeAction({
        refusal: stationCount > 0 ? `还有 ${stationCount} 座电站` : null,
        call: stationCalls.removePsa,
        input: { id },
        title: `删除“${name}”？`,
        text: '项目下没有电站，删除后不能恢复。',
      }),
    ]
  }
  return (
    <>
      <SearchedTable
        code="projects"
        name="项目"
        columns={columns}
        {...page}
        rowActions={actionsOf}
        renderCard={(project, actions) => <ProjectCard project={project} actions={actions} />}
        empty={{
          title: '还没有项目',
          text: '项目把同一业主或同一地点的电站归在一起，新增电站时要选',
          action: (
            <Button code="station:edit" onClick={() => onAdding(true)}>
              新增项目
            </Button>
          ),
        }}
      />
      <WhileOpen of={adding || null}>
        {(_adding, open) => <ProjectForm open={open} onClose={() => onAdding(false)} />}
      </WhileOpen>
      {shown}
    </>
  )
}

const calls = { add: stationCalls.addPsa, edit: stationCalls.editPsa, detail: stationCalls.psaDetail }

function ProjectForm(dialog: RecordFormProps<Project, { id: string }>) {
  const { form, drawer } = useRecordForm(calls, dialog, {
    noun: '项目',
    verb: '新增',
    start: { status: '1' },
    nameOf: ({ name }) => name,
  })
  return (
    <FieldsDrawer {...drawer}>
      <TextField {...form.field('name')} label="项目名称" required autoFocus />
      <PickerField
        {...form.field('depId')}
        of={DepartmentSelect}
        label="归属部门"
        required
        by="id"
        openOnly
      />
      <SelectField
        {...form.field('status')}
        label="状态"
        hint="已关闭的项目不能再加入电站"
        choices={states}
      />
    </FieldsDrawer>
  )
}

function SwitchProject({ project, ...dialog }: OverlayProps & { project: Project }) {
  const { id, version, name, depId, stationCount, status } = project
  const closes = status === '1'
  return (
    <RemoveDialog
      {...dialog}
      call={stationCalls.editPsa}
      input={{ id, version, name, depId, status: closes ? '3' : '1' }}
      title={closes ? `关闭“${name}”？` : `重新启用“${name}”？`}
      text={
        closes
          ? `关闭后不能再加入电站；其中的 ${formatNumber(stationCount)} 座电站和工单不受影响。`
          : '启用后可以加入电站。'
      }
      verb={closes ? '关闭' : '重新启用'}
      danger={false}
    />
  )
}
