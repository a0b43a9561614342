import { MAX_TEMPLATES_AT_ONCE, templateCalls } from '@heliodesk/contract/templates.ts'
import { Download, Pencil, Upload } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { removeAction } from '../../kit/RemoveDialog.tsx'
import { BatchBar } from '../../kit/page-table/BatchBar.tsx'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { pageSource } from '../../kit/page-table/page-source.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import type { ListAction } from '../../kit/page-table/RowActions.tsx'
import { useChoice } from '../../kit/page-table/use-choice.ts'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { Manual } from './Manual.tsx'
import { downloadTemplate, downloadTemplates, type Template } from './template.ts'
import { templateColumns, templateFilters } from './template-list.tsx'
import { TemplateCard } from './TemplateCard.tsx'
import { TemplateDrawer } from './TemplateDrawer.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import css from './templates.module.css'

/** 模板附件: the company's document templates and its operation manual. */
export function TemplatePage() {
  const list = listQuery(templateFilters, useListAddress())
  const { curPage, size } = list.paging
  const input = { ...list.narrowing, curPage, size }
  const read = useCall(templateCalls.list, input)
  const { chosen, choice, bar } = useChoice<Template>({ nameOf: ({ name }) => name, unit: '个' })
  const { show, shown, subject } = useOverlays({
    add: (overlay) => <TemplateForm {...overlay} />,
    edit: (overlay, { id }: Template) => <TemplateForm {...overlay} asked={{ id }} />,
    detail: (overlay, template: Template) => (
      <TemplateDrawer {...overlay} template={template} onEdit={() => edit(template)} />
    ),
  })
  const edit = (template: Template): void => show('edit', template)
  const open = (template: Template) => show('detail', template)
  const manages = useCan('template:manage')
  const source = pageSource(templateCalls.list, input, read, read.data?.pageList, read.data?.rowCount)
  const actionsFor = (template: Template): ListAction[] => {
    const { id, name, version, fileVersion } = template
    const download = { key: 'download', title: '下载', icon: Download, run: () => downloadTemplate(template) }
    if (!manages) return [download]
    return [
      download,
      { key: 'edit', title: '编辑、上传新版本', icon: Pencil, run: () => edit(template) },
      removeAction({
        call: templateCalls.remove,
        input: { id, version },
        title: `删除模板“${name}”？`,
        text:
          fileVersion > 1 ? `共 ${fileVersion} 个版本的文件一并删除，不能恢复。` : '文件一并删除，不能恢复。',
        verb: '删除模板',
        done: ['模板已删除', name],
        onRemoved: () => choice.onChoose([template], false),
      }),
    ]
  }
  const tooMany = chosen.length > MAX_TEMPLATES_AT_ONCE ? `一次最多下载 ${MAX_TEMPLATES_AT_ONCE} 个` : null
  return (
    <ListPage
      className={css.templates}
      title="模板附件"
      unit="个模板"
      add={{ text: '上传模板', icon: Upload, code: 'template:manage', run: () => show('add') }}
      above={<Manual />}
      code="templates"
      name="模板"
      columns={templateColumns}
      source={source}
      list={list}
      choice={{
        ...choice,
        bar: (
          <BatchBar {...bar}>
            <Button
              size="sm"
              icon={Download}
              refusal={tooMany}
              onClick={() => downloadTemplates(chosen.map(({ id }) => id))}
            >
              下载所选 {chosen.length} 个
            </Button>
          </BatchBar>
        ),
      }}
      onOpen={open}
      currentKey={subject?.id}
      rowActions={actionsFor}
      renderCard={(template, actions) => (
        <TemplateCard
          template={template}
          chosen={choice.isChosen(template)}
          onChoose={() => choice.onChoose([template], !choice.isChosen(template))}
          onOpen={() => open(template)}
          actions={actions}
        />
      )}
      empty={{ title: '还没有模板', text: '上传后，同事可以在这里下载最新版本' }}
    >
      {shown}
    </ListPage>
  )
}
