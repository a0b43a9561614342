import { checkCalls } from '@heliodesk/contract/checks.ts'
import { Pencil } from 'lucide-react'
import { removeAction } from '../../kit/RemoveDialog.tsx'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import { ActionMenu, type ListAction, type RowAction } from '../../kit/page-table/RowActions.tsx'
import { useSysList } from '../../kit/page-table/use-sys-page.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { inWords, removalRefusal, ruleColumns, ruleFilters, type Rule } from './check-rule.tsx'
import { RuleForm } from './RuleForm.tsx'
import css from './check-rules.module.css'

/** 编码规则: the company's rules for codes in forms. */
export function CheckRulePage() {
  const page = useSysList(checkCalls.list, ruleFilters)
  const { show, shown } = useOverlays({
    add: (overlay) => <RuleForm {...overlay} />,
    edit: (overlay, { id }: Rule) => <RuleForm {...overlay} asked={{ id }} />,
  })
  const edit = (rule: Rule) => show('edit', rule)
  const actionsOf = (rule: Rule): ListAction[] => [
    { key: 'edit', title: '编辑', icon: Pencil, run: () => edit(rule) },
    removeAction({
      refusal: removalRefusal(rule),
      call: checkCalls.remove,
      input: { id: rule.id },
      title: `删除编码规则“${rule.ruleName}”？`,
      text: `按编码 ${rule.ruleCode} 校验的表单将提示该编码不存在。删除后不可恢复。`,
      done: ['编码规则已删除', rule.ruleName],
    }),
  ]
  return (
    <ListPage
      className={css.checkRules}
      unit="条"
      add={{ text: '新建规则', run: () => show('add') }}
      code="check-rules"
      name="编码规则"
      columns={ruleColumns}
      {...page}
      onOpen={edit}
      rowActions={actionsOf}
      renderCard={(rule, actions) => <RuleCard rule={rule} actions={actions} />}
      empty={{ title: '还没有编码规则', text: '表单按编码规则检查输入的编码' }}
    >
      {shown}
    </ListPage>
  )
}

function RuleCard({ rule, actions }: { rule: Rule; actions: readonly RowAction[] }) {
  return (
    <article className={css.ruleCard}>
      <div className={`grow ${css.grow}`}>
        <b className="ell">{rule.ruleName}</b>
        <span className="t2 s12">{rule.ruleCode}</span>
        <code className={css.pattern}>{inWords(rule.segments)}</code>
      </div>
      <ActionMenu actions={actions} label={`${rule.ruleName}的操作`} />
    </article>
  )
}
