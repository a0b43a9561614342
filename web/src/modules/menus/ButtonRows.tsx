import { paths } from '@heliodesk/contract/paths.ts'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../kit/Button.tsx'
import boxCss from '../../kit/boxed-table.module.css'
import { formatNumber } from '../../kit/format.ts'
import { below, isButton, isNew, newItem, type Item } from './items.ts'
import css from './menus.module.css'

type ButtonRowsProps = {
  item: Item
  items: readonly Item[]
  onChoose: (key: string) => void
  onAdd: (item: Item) => void
}

const FEW = 3

/** The buttons of a page with their codes, and who has them. */
export function ButtonRows({ item, items, onChoose, onAdd }: ButtonRowsProps) {
  const buttons = below(items, item.key).filter(isButton)
  return (
    <section className={css.buttons} aria-label="按钮与权限码">
      <header className="row">
        <h3>按钮与权限码</h3>
        <span className="t3 s12 grow">{buttons.length} 个</span>
        <Button size="sm" icon={Plus} onClick={() => onAdd(newItem(items, 'button', item.key))}>
          加按钮
        </Button>
      </header>
      {buttons.length > 0 && (
        <div className={boxCss.box}>
          <table>
            <thead>
              <tr>
                <th>按钮</th>
                <th>权限码</th>
                <th>有此权的角色</th>
                <th>人数</th>
              </tr>
            </thead>
            <tbody>
              {buttons.map((button) => (
                <tr key={button.key}>
                  <td>
                    <button type="button" className={css.pick} onClick={() => onChoose(button.key)}>
                      {button.name || '未命名'}
                    </button>{' '}
                    {isNew(button) && <span className="tag ok">新</span>}
                  </td>
                  <td className="t2">{button.perms}</td>
                  <td>
                    <Roles button={button} />
                  </td>
                  <td>{formatNumber(button.userCount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function Roles({ button: { roles } }: { button: Item }) {
  if (roles.length === 0)
    return (
      <span className={css.nobody}>
        还没有角色，保存后只有管理员，再到 <Link to={paths.roles.path}>角色</Link> 授予
      </span>
    )
  const names = roles.map(({ roleName }) => roleName)
  return (
    <span title={names.join('、')}>{names.length > FEW ? `${names.length} 个角色` : names.join('、')}</span>
  )
}
