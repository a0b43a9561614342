import { acts, type Act } from '@heliodesk/contract/permission-acts.ts'
import { Check } from 'lucide-react'
import { Fragment } from 'react'
import { useUrlQuery } from '../../kit/url-query.ts'
import type { Sight } from './access-words.ts'
import css from './sight.module.css'

type Page = Sight['pages'][number]

const kinds = Object.keys(acts) as Act[]

/** 能做什么: menus by kinds of acts, and the roles that give them. */
export function SightMatrix({ sight }: { sight: Sight }) {
  const { query, change } = useUrlQuery()
  const onlyApprovals = query.get('approvals') === '1'
  const pages = onlyApprovals
    ? sight.pages.filter(({ buttons }) => buttons.some((button) => button.acts.includes('approve')))
    : sight.pages
  const groups = [...new Set(pages.map(({ group }) => group))]
  return (
    <section className={css.panel} aria-labelledby="sight-matrix">
      <header>
        <h3 id="sight-matrix">能做什么</h3>
        <span className="t3 s12">停在格子上看来由</span>
        <button
          type="button"
          className={onlyApprovals ? `btn sm mla ${css.pressed}` : 'btn sm mla'}
          aria-pressed={onlyApprovals}
          onClick={() => change({ approvals: onlyApprovals ? null : '1' })}
        >
          只看审批
        </button>
      </header>
      <div className={css.scroll} role="region" aria-label="菜单与权限" tabIndex={0}>
        <table className={css.matrix}>
          <thead>
            <tr>
              <th scope="col">菜单</th>
              {kinds.map((kind) => (
                <th key={kind} scope="col" className={css.mark}>
                  {acts[kind]}
                </th>
              ))}
              <th scope="col">从哪里来</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <Fragment key={group}>
                <tr className={css.group}>
                  <th scope="rowgroup" colSpan={kinds.length + 2}>
                    {group}
                  </th>
                </tr>
                {pages
                  .filter((page) => page.group === group)
                  .map((page) => (
                    <tr key={page.id}>
                      <th scope="row">{page.name}</th>
                      {kinds.map((kind) => (
                        <td key={kind} className={css.mark}>
                          <Cell page={page} kind={kind} />
                        </td>
                      ))}
                      <td className="t2">{page.roles.join('、')}</td>
                    </tr>
                  ))}
              </Fragment>
            ))}
          </tbody>
        </table>
        {pages.length === 0 && (
          <p className={css.none}>{onlyApprovals ? '没有审批类的按钮' : '没有角色给此人任何菜单'}</p>
        )}
      </div>
    </section>
  )
}

function Cell({ page, kind }: { page: Page; kind: Act }) {
  const giving = page.buttons.filter((button) => button.acts.includes(kind))
  // A page without buttons is there to be looked at.
  const isPlain = kind === 'see' && page.buttons.length === 0
  if (giving.length === 0 && !isPlain) return <span className="t3">·</span>
  const words = isPlain
    ? `打开（${page.roles.join('、')}）`
    : giving.map(({ title, roles }) => `${title}（${roles.join('、')}）`).join('；')
  return (
    <span title={words}>
      <Check className="i s ok" aria-label={`能${acts[kind]}：${words}`} />
    </span>
  )
}
