import { Users } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import type { Change } from './grants.ts'
import css from './roles.module.css'

type OthersChangeProps = { changes: readonly Change[]; onAccept: () => void }

/** Shows what another user changed in the role since the draft was started; the draft stays. */
export function OthersChange({ changes, onAccept }: OthersChangeProps) {
  if (changes.length === 0) return null
  const of = (wanted: Change['kind']) =>
    changes.filter(({ kind }) => kind === wanted).map(({ title }) => title)
  const added = of('added')
  const removed = of('removed')
  return (
    <div className={`alert ${css.alert} undo`} role="alert">
      <Users className="i" aria-hidden />
      <span className="grow">
        此角色刚在别处修改：
        {added.length > 0 && `新增 ${added.join('、')}`}
        {added.length > 0 && removed.length > 0 && '；'}
        {removed.length > 0 && `收回 ${removed.join('、')}`}。您未保存的改动已保留，保存时只提交您的改动。
      </span>
      <Button size="sm" onClick={onAccept}>
        知道了
      </Button>
    </div>
  )
}
