import { useState } from 'react'
import { formatNumber } from '../../kit/format.ts'
import { SearchField } from '../../kit/SearchField.tsx'
import { NoMatch } from '../../kit/States.tsx'
import type { Role } from './role.ts'
import type { Drafts } from './use-drafts.ts'
import css from './roles.module.css'
import { useIsNamed } from '../../lib/pinyin.ts'

type RoleListProps = {
  roles: readonly Role[]
  chosen: Role | null
  drafts: Drafts
  onChoose: (roleCode: string) => void
}

export function RoleList({ roles, chosen, drafts, onChoose }: RoleListProps) {
  const [word, setWord] = useState('')
  const isNamed = useIsNamed(word)
  const shown = roles.filter(({ roleName, roleCode }) => isNamed(`${roleName} ${roleCode}`, word))
  return (
    <nav className={css.roleList} aria-label="角色">
      <SearchField
        label="查找角色"
        placeholder="角色名称、编码"
        className="fld text"
        value={word}
        onChange={setWord}
      />
      {shown.length === 0 && (
        <NoMatch title="没有符合的角色" text={`“${word.trim()}”`} onClear={() => setWord('')} />
      )}
      <ul>
        {shown.map(({ id, roleCode, roleName, builtIn, userCount }) => (
          <li key={id}>
            <button
              type="button"
              className={id === chosen?.id ? `${css.roleRow} on` : css.roleRow}
              aria-current={id === chosen?.id || undefined}
              onClick={() => onChoose(roleCode)}
            >
              <span className="grow">
                <span className={`row ${css.name}`}>
                  <span className="ell">{roleName}</span>
                  {drafts.has(id) && <i className={css.unsaved} role="img" aria-label="有未保存的改动" />}
                </span>
                <span className="t3 ell">
                  {roleCode}
                  {builtIn && ' · 内置'}
                </span>
              </span>
              <span className="t3 nw">{formatNumber(userCount)} 人</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
