import type { Received } from '@heliodesk/contract/call.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../../kit/use-settled.ts'
import { useCall } from '../../../lib/queries.ts'
import css from './design.module.css'

type Finding = Received<typeof workflowCalls.lint>[number]

/** The check before publishing of a file that changes. */
export function useFindings(key: string, xml: string) {
  const settled = useSettled(xml, ASKING_DEBOUNCE_MS)
  const { data, error, isPlaceholderData } = useCall(workflowCalls.lint, { key, xml: settled })
  const findings = data ?? []
  const errors = findings.filter(({ level }) => level === 'error')
  return {
    findings,
    errors: errors.length,
    warnings: findings.length - errors.length,
    /** Whether the findings are about the file as it is now. */
    ready: data !== undefined && !isPlaceholderData && settled === xml,
    error,
  }
}

type FindingsProps = ReturnType<typeof useFindings> & {
  onLocate: (element: string) => void
}

/** Below the picture: what prevents publishing, and what will surprise. */
export function Findings({ findings, errors, warnings, error, ready, onLocate }: FindingsProps) {
  const [all, setAll] = useState(false)
  const [Icon, tone] =
    errors > 0 ? [CircleX, 'err'] : warnings > 0 ? [TriangleAlert, 'undo'] : [CircleCheck, 'ok']
  const shown = all ? findings : findings.slice(0, 2)
  return (
    <section className={css.findings} aria-label="发布前检查">
      <header className="row">
        <Icon className={`i ${tone}`} aria-hidden />
        <h2>发布前检查</h2>
        <span role="status" className="t3 s12 grow">
          {error
            ? `没有检查：${error.message}`
            : findings.length === 0
              ? ready
                ? '没有问题'
                : '正在检查'
              : `${errors} 项错误 ${warnings} 项提醒`}
        </span>
        {findings.length > 2 && (
          <Button kind="txt" size="sm" onClick={() => setAll(!all)}>
            {all ? '收起' : '全部'}
          </Button>
        )}
      </header>
      {findings.length > 0 && (
        <ul>
          {shown.map((each) => (
            <Entry key={`${each.element} ${each.text}`} finding={each} onLocate={onLocate} />
          ))}
        </ul>
      )}
    </section>
  )
}

const Entry = ({
  finding: { level, element, name, text },
  onLocate,
}: {
  finding: Finding
  onLocate: (element: string) => void
}) => (
  <li>
    <span className={level === 'error' ? 'err' : 't2'}>
      {name && <b>“{name}”</b>}
      {text}
    </span>
    {element && (
      <Button kind="txt" size="sm" repeatMs={0} onClick={() => onLocate(element)}>
        定位节点
      </Button>
    )}
  </li>
)
