import type { Received } from '@heliodesk/contract/call.ts'
import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { Input, Select } from 'antd'
import { ListTree, Lock, LockOpen, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { DepartmentSelect } from '../../kit/DepartmentSelect.tsx'
import { Field } from '../../kit/Field.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { formatNumber } from '../../kit/format.ts'
import { OnOff } from '../../kit/OnOff.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { PageTable } from '../../kit/page-table/PageTable.tsx'
import { patchPaging, readPaging } from '../../kit/page-table/paging.ts'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { TableTools } from '../../kit/page-table/TableTools.tsx'
import { useSysPage } from '../../kit/page-table/use-sys-page.ts'
import { describeFilters, patchFor, readFilters, type Filter } from '../../kit/search-bar/filters.ts'
import { SearchBar } from '../../kit/search-bar/SearchBar.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useOverlay } from '../../kit/use-overlay.ts'
import { useUrlQuery } from '../../kit/url-query.ts'
import { notify } from '../../lib/notices.ts'
import { useCan } from '../../lib/permission.tsx'
import { useCommand } from '../../lib/queries.ts'

type Project = Received<typeof stationCalls.psaList>['records'][number]
type Asked = { kind: 'add' } | { kind: 'edit' | 'switch' | 'remove'; project: Project }

const TABLE = 'projects'
const views = [
  stationCalls.psaList,
  stationCalls.psaOptions,
  stationCalls.page,
  departmentCalls.tree,
] as const

const states = [
  { value: '1', label: '启用' },
  { value: '3', label: '已关闭' },
]

const columns: readonly Column<Project>[] = [
  { key: 'name', title: '项目名称', width: 240, grow: true, lock: true, cell: ({ name }) => name },
  { key: 'depName', title: '归属部门', width: 180, cell: ({ depName }) => depName },
  {
    key: 'stationCount',
    title: '电站数',
    width: 96,
    align: 'right',
    cell: ({ stationCount }) => formatNumber(stationCount),
  },
  {
    key: 'status',
    title: '状态',
    width: 96,
    cell: ({ status }) => <OnOff on={status === '1'} text={status === '1' ? '启用' : '已关闭'} />,
  },
  { key: 'createTime', title: '创建时间', width: 150, cell: ({ createTime }) => createTime.slice(0, 16) },
]

/** The projects (PSA) that group stations: added, renamed, moved, closed, and removed while they are empty. */
export function Projects({ nameOf }: { nameOf: (depCode: string) => string }) {
  const { query, change } = useUrlQuery()
  const navigate = useNavigate()
  const mayEdit = useCan('station:edit')
  const [asked, setAsked] = useState<Asked | null>(null)
  const dialog = useOverlay(asked)
  const filters: Filter[] = [
    { kind: 'input', name: 'project', label: '项目', placeholder: '项目名称' },
    { kind: 'department', name: 'depCode', label: '部门', nameOf },
    { kind: 'select', name: 'status', label: '状态', choices: states, single: true },
  ]
  const values = readFilters(filters, query)
  const paging = readPaging(query)
  const status = values.status?.[0]
  const narrow = {
    keyword: values.project?.[0]?.trim() ?? '',
    ...(values.depCode?.[0] ? { depCode: values.depCode[0] } : {}),
    ...(status ? { status } : {}),
  }
  const source = useSysPage(stationCalls.psaList, narrow, paging)
  const actionsOf = (project: Project): RowAction[] => {
    const closed = project.status === '3'
    const stations: RowAction = {
      key: 'stations',
      title: '查看电站',
      icon: ListTree,
      refusal: null,
      run: () => void navigate(`/station/archive?psaIds=${project.id}`),
    }
    if (!mayEdit) return [stations]
    return [
      stations,
      {
        key: 'edit',
        title: '编辑',
        icon: Pencil,
        refusal: null,
        run: () => setAsked({ kind: 'edit', project }),
      },
      {
        key: 'switch',
        title: closed ? '重新启用' : '关闭',
        icon: closed ? LockOpen : Lock,
        refusal: null,
        run: () => setAsked({ kind: 'switch', project }),
      },
      {
        key: 'remove',
        title: '删除',
        icon: Trash2,
        danger: true,
        refusal: project.stationCount > 0 ? `还有 ${project.stationCount} 座电站` : null,
        run: () => setAsked({ kind: 'remove', project }),
      },
    ]
  }
  const text = describeFilters(filters, values)
  const add = (
    <Button icon={Plus} code="station:edit" onClick={() => setAsked({ kind: 'add' })}>
      新增项目
    </Button>
  )
  const close = () => setAsked(null)
  return (
    <>
      <SearchBar
        filters={filters}
        values={values}
        onSearch={(next) => change({ ...patchFor(filters, next), page: null })}
        tools={
          <span className="row project-tools">
            {add}
            <TableTools code={TABLE} name="项目" columns={columns} source={source} />
          </span>
        }
      />
      <PageTable
        code={TABLE}
        name="项目"
        columns={columns}
        rowKey={({ id }) => id}
        source={source}
        paging={paging}
        onPaging={(patch) => change(patchPaging(patch))}
        rowActions={actionsOf}
        filtered={text ? { text, onClear: () => change({ ...patchFor(filters, {}), page: null }) } : null}
        empty={{ title: '还没有项目', text: '项目把同一业主或同一地点的电站归在一起', action: add }}
      />
      {(dialog.value?.kind === 'add' || dialog.value?.kind === 'edit') && (
        <ProjectForm
          key={dialog.key}
          project={dialog.value.kind === 'edit' ? dialog.value.project : null}
          open={dialog.open}
          onClose={close}
        />
      )}
      {dialog.value?.kind === 'switch' && (
        <SwitchProject key={dialog.key} project={dialog.value.project} open={dialog.open} onClose={close} />
      )}
      {dialog.value?.kind === 'remove' && (
        <RemoveProject key={dialog.key} project={dialog.value.project} open={dialog.open} onClose={close} />
      )}
    </>
  )
}

type DialogProps = { open: boolean; onClose: () => void }

function ProjectForm({ project, open, onClose }: DialogProps & { project: Project | null }) {
  const form = useForm(stationCalls.addPsa.input, project ?? { status: '1' })
  const options = {
    refresh: views,
    errors: 'own' as const,
    onSuccess: ({ name }: { name: string }) => {
      notify({ kind: 'success', title: project ? '项目已保存' : '项目已新增', text: name })
      onClose()
    },
  }
  const adding = useCommand(stationCalls.addPsa, options)
  const editing = useCommand(stationCalls.editPsa, options)
  const command = project ? editing : adding
  const { values, set, leave, errorOf } = form
  const save = () =>
    form.submit(({ name, depId, status }) =>
      project
        ? editing.mutate({ id: project.id, version: project.version, name, depId, status })
        : adding.mutate({ name, depId, status }),
    )
  return (
    <FieldsDrawer
      title={project ? '编辑项目' : '新增项目'}
      verb={project ? '保存' : '新增'}
      open={open}
      form={form}
      error={command.error}
      busy={command.isPending}
      onClose={onClose}
      onSubmit={save}
    >
      <Field label="项目名称" required error={errorOf('name')}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            value={values.name ?? ''}
            onChange={(event) => set('name', event.target.value)}
            onBlur={() => leave('name')}
          />
        )}
      </Field>
      <Field label="归属部门" required error={errorOf('depId')}>
        {(control) => (
          <DepartmentSelect
            {...control}
            by="id"
            openOnly
            value={values.depId}
            onChange={(id) => set('depId', id)}
            onBlur={() => leave('depId')}
          />
        )}
      </Field>
      <Field label="状态" error={errorOf('status')} hint="已关闭的项目不能再加入电站">
        {(control) => (
          <Select
            {...control}
            options={states}
            value={values.status}
            onChange={(value) => set('status', value)}
          />
        )}
      </Field>
    </FieldsDrawer>
  )
}

function SwitchProject({ project, open, onClose }: DialogProps & { project: Project }) {
  const closes = project.status === '1'
  const command = useCommand(stationCalls.editPsa, { refresh: views, errors: 'own', onSuccess: onClose })
  const { id, version, name, depId } = project
  return (
    <ConfirmDialog
      open={open}
      title={closes ? `关闭“${name}”？` : `重新启用“${name}”？`}
      text={
        closes
          ? `关闭后不能再加入电站；其中的 ${formatNumber(project.stationCount)} 座电站和工单不受影响。`
          : '启用后可以加入电站。'
      }
      verb={closes ? '关闭' : '重新启用'}
      busy={command.isPending}
      onConfirm={() => command.mutate({ id, version, name, depId, status: closes ? '3' : '1' })}
      onCancel={onClose}
    >
      <CommandAlert error={command.error} />
    </ConfirmDialog>
  )
}

function RemoveProject({ project, open, onClose }: DialogProps & { project: Project }) {
  const command = useCommand(stationCalls.removePsa, { refresh: views, errors: 'own', onSuccess: onClose })
  return (
    <ConfirmDialog
      open={open}
      danger
      title={`删除“${project.name}”？`}
      text="项目下没有电站，删除后不能恢复。"
      verb="删除"
      busy={command.isPending}
      onConfirm={() => command.mutate({ id: project.id })}
      onCancel={onClose}
    >
      <CommandAlert error={command.error} />
    </ConfirmDialog>
  )
}
