import { MAX_TEMPLATES_AT_ONCE, templateCalls } from '@heliodesk/contract/templates.ts'
import { Download, Pencil, Trash2, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { formatNumber } from '../../kit/format.ts'
import { PageHead } from '../../kit/PageHead.tsx'
import { PageTable } from '../../kit/page-table/PageTable.tsx'
import { patchPaging, readPaging } from '../../kit/page-table/paging.ts'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { TableTools } from '../../kit/page-table/TableTools.tsx'
import { describeFilters, patchFor, readFilters } from '../../kit/search-bar/filters.ts'
import { SearchBar } from '../../kit/search-bar/SearchBar.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlay } from '../../kit/use-overlay.ts'
import { notify } from '../../lib/notices.ts'
import { useCan } from '../../lib/permission.tsx'
import { useCall, useCommand } from '../../lib/queries.ts'
import { Manual } from './Manual.tsx'
import { downloadTemplate, downloadTemplates, templateViews, type Template } from './template.ts'
import { templateColumns, templateFilters } from './template-list.tsx'
import { TemplateCard } from './TemplateCard.tsx'
import { TemplateDrawer } from './TemplateDrawer.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import './templates.css'

const TABLE = 'templates'

type Request = { kind: 'add' } | { kind: 'edit' | 'remove' | 'detail'; template: Template }

/** 模板附件: the papers that the company hands out, and its operation manual. */
export function TemplatePage() {
  const { query, change } = useUrlQuery()
  const values = readFilters(templateFilters, query)
  const paging = readPaging(query)
  const read = useCall(templateCalls.list, {
    keyword: values.keyword?.[0],
    curPage: paging.curPage,
    size: paging.size,
  })
  const { chosen, toggle, clear } = useChosen()
  const columns = useMemo(() => templateColumns({ chosen, onChoose: toggle }), [chosen, toggle])
  const [request, setRequest] = useState<Request | null>(null)
  const overlay = useOverlay(request)
  const manages = useCan('template:manage')
  const source = {
    rows: read.data?.pageList,
    total: read.data?.rowCount ?? null,
    fetching: read.isFetching,
    error: read.error,
    updatedAt: read.dataUpdatedAt,
    refresh: () => void read.refetch(),
  }
  const readAgain = async (id: string) =>
    (await read.refetch()).data?.pageList.find((template) => template.id === id) ?? null
  const actionsFor = (template: Template): RowAction[] => {
    const action = (key: string, title: string, icon: RowAction['icon'], run: () => void) => ({
      key,
      title,
      icon,
      refusal: null,
      run,
    })
    const download = action('download', '下载', Download, () => downloadTemplate(template))
    if (!manages) return [download]
    return [
      download,
      action('edit', '编辑、上传新版本', Pencil, () => setRequest({ kind: 'edit', template })),
      {
        ...action('remove', '删除', Trash2, () => setRequest({ kind: 'remove', template })),
        danger: true,
      },
    ]
  }
  const text = describeFilters(templateFilters, values)
  const add = () => setRequest({ kind: 'add' })
  const close = () => setRequest(null)
  const tooMany = chosen.size > MAX_TEMPLATES_AT_ONCE ? `一次最多下载 ${MAX_TEMPLATES_AT_ONCE} 个` : null
  return (
    <div className="list-page templates">
      <PageHead
        title="模板附件"
        facts={source.total !== null && `${formatNumber(source.total)} 个模板`}
        actions={
          <>
            {chosen.size > 0 && (
              <>
                <Button kind="txt" onClick={clear}>
                  清除选择
                </Button>
                <Button icon={Download} refusal={tooMany} onClick={() => downloadTemplates([...chosen])}>
                  下载所选 {chosen.size} 个
                </Button>
              </>
            )}
            <Button kind="pri" code="template:manage" icon={Upload} onClick={add}>
              上传模板
            </Button>
          </>
        }
      />
      <Manual />
      <SearchBar
        filters={templateFilters}
        values={values}
        onSearch={(next) => change({ ...patchFor(templateFilters, next), page: null })}
        tools={<TableTools code={TABLE} name="模板" columns={columns} source={source} />}
      />
      <PageTable
        code={TABLE}
        name="模板"
        columns={columns}
        rowKey={({ id }) => id}
        source={source}
        paging={paging}
        onPaging={(patch) => change(patchPaging(patch))}
        onOpen={(template) => setRequest({ kind: 'detail', template })}
        currentKey={
          overlay.open && overlay.value && 'template' in overlay.value ? overlay.value.template.id : null
        }
        rowActions={actionsFor}
        renderCard={(template) => (
          <TemplateCard
            template={template}
            chosen={chosen.has(template.id)}
            onChoose={toggle}
            onOpen={() => setRequest({ kind: 'detail', template })}
            actions={actionsFor(template)}
          />
        )}
        filtered={
          text ? { text, onClear: () => change({ ...patchFor(templateFilters, {}), page: null }) } : null
        }
        empty={{
          title: '还没有模板',
          text: '上传后，同事可以在这里下载最新版本',
          action: manages && <Button onClick={add}>上传模板</Button>,
        }}
      />
      {overlay.value && (
        <Overlay
          key={overlay.key}
          request={overlay.value}
          open={overlay.open}
          onClose={close}
          onRequest={setRequest}
          onReadAgain={readAgain}
          onRemoved={({ id }) => chosen.has(id) && toggle(id)}
        />
      )}
    </div>
  )
}

/** What is ticked, also on other pages of the list. */
function useChosen() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set())
  const [{ toggle, clear }] = useState(() => ({
    toggle: (id: string) =>
      setChosen((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    clear: () => setChosen(new Set()),
  }))
  return { chosen, toggle, clear }
}

type OverlayProps = {
  request: Request
  open: boolean
  onClose: () => void
  onRequest: (request: Request) => void
  onReadAgain: (id: string) => Promise<Template | null>
  onRemoved: (template: Template) => void
}

function Overlay({ request, onRequest, onReadAgain, onRemoved, ...rest }: OverlayProps) {
  if (request.kind === 'add') return <TemplateForm {...rest} template={null} onReadAgain={onReadAgain} />
  const { kind, template } = request
  if (kind === 'edit') return <TemplateForm {...rest} template={template} onReadAgain={onReadAgain} />
  if (kind === 'remove') return <RemoveTemplate {...rest} template={template} onRemoved={onRemoved} />
  return <TemplateDrawer {...rest} template={template} onEdit={() => onRequest({ kind: 'edit', template })} />
}

type RemoveProps = Pick<OverlayProps, 'open' | 'onClose' | 'onRemoved'> & { template: Template }

function RemoveTemplate({ template, open, onClose, onRemoved }: RemoveProps) {
  const { id, name, version, fileVersion } = template
  const command = useCommand(templateCalls.remove, {
    refresh: templateViews,
    errors: 'own',
    onSuccess: () => {
      notify({ kind: 'success', title: '模板已删除', text: name })
      onRemoved(template)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      danger
      title={`删除模板“${name}”？`}
      text={
        fileVersion > 1 ? `共 ${fileVersion} 个版本的文件一并删除，不能恢复。` : '文件一并删除，不能恢复。'
      }
      verb="删除模板"
      busy={command.isPending}
      onConfirm={() => command.mutate({ id, version })}
      onCancel={onClose}
    >
      <CommandAlert error={command.error} />
    </ConfirmDialog>
  )
}
