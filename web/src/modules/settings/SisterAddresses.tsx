import { sisterUrl, type SystemSettings } from '@heliodesk/contract/settings.ts'
import { sisterPaths, sisterSystems } from '@heliodesk/contract/shell.ts'
import { Input } from 'antd'
import { Field } from '../../kit/Field.tsx'
import type { Draft } from './use-draft.ts'
import css from './settings.module.css'

/** The address template of each sister system, with the resulting address. */
export function SisterAddresses({ draft }: { draft: Draft<SystemSettings> }) {
  const { sisters, host } = draft.values
  return sisterPaths.map((path) => {
    const url = sisterUrl(sisters[path], host)
    const hint = url ? (
      <span className={`ell ${css.address}`} title={url}>
        打开 {url}
      </span>
    ) : sisters[path] === '' ? (
      '没有地址，不显示'
    ) : (
      '等待服务商域名，不显示'
    )
    return (
      <Field
        key={path}
        label={sisterSystems[path].title}
        error={draft.errorOf(`sisters.${path}`)}
        hint={hint}
        className="wide"
      >
        {(control) => (
          <Input
            {...control}
            placeholder="https://www.{host}/"
            value={sisters[path]}
            onChange={(event) => draft.set('sisters', { ...sisters, [path]: event.target.value })}
          />
        )}
      </Field>
    )
  })
}
