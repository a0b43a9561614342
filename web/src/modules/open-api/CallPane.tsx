import { titleOfPermission } from '@heliodesk/contract/permissions.ts'
import { own } from '@heliodesk/contract/own.ts'
import type { Method } from '@heliodesk/contract/call.ts'
import { Input } from 'antd'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { CopyText } from '../../kit/CopyText.tsx'
import { Form } from '../../kit/Form.tsx'
import { CallError, sendTo } from '../../lib/call.ts'
import { exampleOf, inputLines, outputLines, type ApiCall, type Document, type FieldLine } from './calls.ts'
import css from './calls.module.css'

/** A call: what it does, who may make it, what is sent and answered, and a trial of what only reads. */
export function CallPane({ document, call }: { document: Document; call: ApiCall }) {
  const { operation, method, path } = call
  const right = operation['x-permission']
  const example = exampleOf(call, `${window.location.origin}/api`)
  const input = inputLines(document, call)
  return (
    <div className={css.callBody}>
      <h2>{operation.summary}</h2>
      <p className={css.callPath}>
        <code data-method={method}>{method}</code>
        <code>{path}</code>
        <CopyText text={path} label="复制路径" />
      </p>
      <p className={css.tags}>
        <span className="tag ln">{operation['x-kind'] === 'query' ? '查询' : '写入'}</span>
        <span className="tag ln">
          {right
            ? `${titleOfPermission(right)}（${right}）`
            : operation.security?.length === 0
              ? '无需登录'
              : '登录即可'}
        </span>
        {operation['x-session-only'] && <span className="tag undo">不接受令牌</span>}
      </p>
      <p className="t2">{operation.description.replaceAll('`', '')}</p>
      <h3>参数</h3>
      <Lines lines={input} none="没有参数" label="参数" />
      <h3>返回</h3>
      <Lines lines={outputLines(document, call)} none="没有数据，或是一个文件" label="返回" />
      <h3>
        示例 <CopyText text={example} label="复制示例" />
      </h3>
      <pre>{example}</pre>
      {operation['x-kind'] === 'query' && <Trial call={call} input={input} />}
    </div>
  )
}

function Lines({ lines, none, label }: { lines: readonly FieldLine[]; none: string; label: string }) {
  if (lines.length === 0) return <p className="t3">{none}</p>
  return (
    <div className={css.lines}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th>字段</th>
            <th>名称</th>
            <th>类型</th>
            <th>必填</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, title, type, required, depth }, at) => (
            // The same field occurs at several places.
            // eslint-disable-next-line react/no-array-index-key
            <tr key={at}>
              <td style={{ paddingLeft: 12 + depth * 16 }}>
                <code>{name}</code>
              </td>
              <td>{title}</td>
              <td className="t3">{type}</td>
              <td>{required ? '是' : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const MOST_SHOWN = 20_000

/** Sends the call with the user's own session; only what reads can be tried. */
function Trial({ call, input }: { call: ApiCall; input: readonly FieldLine[] }) {
  const fields = input.filter(({ depth }) => depth === 0)
  const [values, setValues] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<string | null>(null)
  const run = async () => {
    setBusy(true)
    const sent = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    const began = performance.now()
    const address = {
      method: call.method as Method,
      path: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      envelope: call.operation['x-envelope'],
    }
    const text = await sendTo(address, sent as never).then(
      (data: unknown) => JSON.stringify(data, null, 2),
      (error: unknown) => (error instanceof CallError ? `${error.message}（${error.code}）` : String(error)),
    )
    setAnswer(`${Math.round(performance.now() - began)} ms\n${text.slice(0, MOST_SHOWN)}`)
    setBusy(false)
  }
  return (
    <section aria-label="试一试" className={css.trial}>
      <h3>试一试</h3>
      <p className="t3 s12">以您当前的登录身份调用，只读，不会改动数据</p>
      <Form className="fields" onSend={() => void run()}>
        {fields.map(({ name, title, required }) => (
          <label key={name} className={css.trialField}>
            <span>
              {title || name}
              {required && ' *'} <code>{name}</code>
            </span>
            <Input
              value={own(values, name) ?? ''}
              autoComplete="off"
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          </label>
        ))}
        <Button icon={Play} busy={busy} submit>
          调用
        </Button>
      </Form>
      {answer !== null && <pre aria-label="回答">{answer}</pre>}
    </section>
  )
}
