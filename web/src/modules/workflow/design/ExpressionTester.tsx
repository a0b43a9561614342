import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { Field } from '../../../kit/Field.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { useCall } from '../../../lib/queries.ts'
import { namesIn } from './names-in.ts'
import css from './design.module.css'

/** Tries an expression with values. The server evaluates it as it does in running processes. */
export function ExpressionTester({ expression }: { expression: string }) {
  const names = namesIn(expression)
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map())
  const [asked, setAsked] = useState<{ name: string; value: string }[] | null>(null)
  const answer = useCall(
    workflowCalls.tryExpression,
    { expression, values: asked ?? [] },
    { enabled: asked !== null },
  )
  const given = names.flatMap((name) => {
    const value = values.get(name)?.trim() ?? ''
    return value === '' ? [] : [{ name, value }]
  })
  return (
    <section className={css.tester} aria-label="试算条件">
      <h3>试算</h3>
      {names.map((name) => (
        <Field key={name} label={name}>
          {(control) => (
            <Input
              {...control}
              placeholder="无值"
              maxLength={1000}
              value={values.get(name) ?? ''}
              onChange={({ target }) => setValues((before) => new Map(before).set(name, target.value))}
              onPressEnter={() => setAsked(given)}
            />
          )}
        </Field>
      ))}
      <div className="row">
        <Button size="sm" repeatMs={0} onClick={() => setAsked(given)}>
          试算
        </Button>
        {asked && (
          <Reading read={answer} name="结果" height={20}>
            {({ result, fault }) => (
              <output className={fault ? 'err' : result === 'true' ? 'ok' : 't2'}>
                {fault ?? inWords(result)}
              </output>
            )}
          </Reading>
        )}
      </div>
    </section>
  )
}

const inWords = (result: string | null): string => {
  if (result === 'true') return 'true，走这条连线'
  if (result === 'false') return 'false，不走这条连线'
  return result === 'null' || result === null ? 'null，按不满足处理' : `${result}，不是 true，按不满足处理`
}
