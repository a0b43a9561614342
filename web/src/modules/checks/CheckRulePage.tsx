import { checkCalls } from '@heliodesk/contract/checks.ts'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { formatNumber } from '../../kit/format.ts'
import { PageHead } from '../../kit/PageHead.tsx'
import { PageTable } from '../../kit/page-table/PageTable.tsx'
import { patchPaging, readPaging } from '../../kit/page-table/paging.ts'
import { ActionMenu, type RowAction } from '../../kit/page-table/RowActions.tsx'
import { TableTools } from '../../kit/page-table/TableTools.tsx'
import { useSysPage } from '../../kit/page-table/use-sys-page.ts'
import { describeFilters, patchFor, readFilters } from '../../kit/search-bar/filters.ts'
import { SearchBar } from '../../kit/search-bar/SearchBar.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlay } from '../../kit/use-overlay.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import {
  inWords,
  narrowBy,
  removalRefusal,
  ruleColumns,
  ruleFilters,
  ruleViews,
  type Rule,
} from './check-rule.tsx'
import { AddRule, EditRule } from './RuleForm.tsx'
import './check-rules.css'

const TABLE = 'check-rules'

type Request = { kind: 'add' } | { kind: 'edit' | 'remove'; rule: Rule }

/** 编码规则: how codes are built that forms of this company take. */
export function CheckRulePage() {
  const { query, change } = useUrlQuery()
  const values = readFilters(ruleFilters, query)
  const paging = readPaging(query)
  const source = useSysPage(checkCalls.list, narrowBy(values), paging)
  const [request, setRequest] = useState<Request | null>(null)
  const overlay = useOverlay(request)
  const text = describeFilters(ruleFilters, values)
  const add = () => setRequest({ kind: 'add' })
  const edit = (rule: Rule) => setRequest({ kind: 'edit', rule })
  const actionsOf = (rule: Rule): RowAction[] => [
    { key: 'edit', title: '编辑', icon: Pencil, refusal: null, run: () => edit(rule) },
    {
      key: 'remove',
      title: '删除',
      icon: Trash2,
      refusal: removalRefusal(rule),
      danger: true,
      run: () => setRequest({ kind: 'remove', rule }),
    },
  ]
  return (
    <div className="list-page check-rules">
      <PageHead
        title="编码规则"
        facts={source.total !== null && `${formatNumber(source.total)} 条`}
        actions={
          <Button kind="pri" icon={Plus} onClick={add}>
            新建规则
          </Button>
        }
      />
      <SearchBar
        filters={ruleFilters}
        values={values}
        onSearch={(next) => change({ ...patchFor(ruleFilters, next), page: null })}
        tools={<TableTools code={TABLE} name="编码规则" columns={ruleColumns} source={source} />}
      />
      <PageTable
        code={TABLE}
        name="编码规则"
        columns={ruleColumns}
        rowKey={({ id }) => id}
        source={source}
        paging={paging}
        onPaging={(patch) => change(patchPaging(patch))}
        onOpen={edit}
        rowActions={actionsOf}
        renderCard={(rule) => <RuleCard rule={rule} actions={actionsOf(rule)} />}
        filtered={text ? { text, onClear: () => change({ ...patchFor(ruleFilters, {}), page: null }) } : null}
        empty={{
          title: '还没有编码规则',
          text: '表单按编码规则检查输入的编码',
          action: <Button onClick={add}>新建规则</Button>,
        }}
      />
      {overlay.value && (
        <Overlay
          key={overlay.key}
          request={overlay.value}
          open={overlay.open}
          onClose={() => setRequest(null)}
        />
      )}
    </div>
  )
}

type OverlayProps = { request: Request; open: boolean; onClose: () => void }

function Overlay({ request, ...rest }: OverlayProps) {
  if (request.kind === 'add') return <AddRule {...rest} />
  if (request.kind === 'edit') return <EditRule {...rest} opened={request.rule} />
  return <RemoveRule {...rest} rule={request.rule} />
}

function RuleCard({ rule, actions }: { rule: Rule; actions: readonly RowAction[] }) {
  return (
    <article className="rule-card">
      <div className="grow">
        <b className="ell">{rule.ruleName}</b>
        <span className="t2 s12">{rule.ruleCode}</span>
        <code className="pattern">{inWords(rule.segments)}</code>
      </div>
      <ActionMenu actions={actions} label={`${rule.ruleName}的操作`} />
    </article>
  )
}

function RemoveRule({ rule, open, onClose }: { rule: Rule; open: boolean; onClose: () => void }) {
  const command = useCommand(checkCalls.remove, {
    refresh: ruleViews,
    errors: 'own',
    onSuccess: () => {
      notify({ kind: 'success', title: '编码规则已删除', text: rule.ruleName })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      danger
      title={`删除编码规则“${rule.ruleName}”？`}
      text={`按编码 ${rule.ruleCode} 校验的表单将提示该编码不存在。删除后不可恢复。`}
      verb="删除"
      busy={command.isPending}
      onConfirm={() => command.mutate({ id: rule.id })}
      onCancel={onClose}
    >
      <CommandAlert error={command.error} />
    </ConfirmDialog>
  )
}
