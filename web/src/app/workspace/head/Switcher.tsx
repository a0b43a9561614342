import { ArrowUpRight } from 'lucide-react'
import { PanelDrawer } from '../../../kit/PanelDrawer.tsx'
import { go } from '../../../lib/location.ts'
import { notify } from '../../../lib/notices.ts'
import { useShell } from '../../../lib/shell.ts'
import type { ReadyRoutes } from '../menu.ts'
import { listedSisters, openSister, type ListedSister } from './systems.ts'
import { BrandLogo } from './Brand.tsx'
import css from './switcher.module.css'

type SwitcherProps = { routes: ReadyRoutes; name: string; onClose: () => void }

/** The switcher between this system and its sister systems (spec 1 §2.6). */
export function Switcher({ routes, name, onClose }: SwitcherProps) {
  const shell = useShell()
  const sisters = listedSisters(routes.flags, shell?.sisters ?? [])
  return (
    <PanelDrawer
      title="切换系统"
      placement="left"
      size={320}
      maxWidth="calc(100vw - 48px)"
      className={css.switcher}
      onClose={onClose}
    >
      <ul aria-label="系统">
        <li>
          <button
            type="button"
            className={css.current}
            aria-current="true"
            onClick={() => {
              onClose()
              go(routes.home)
            }}
          >
            <BrandLogo />
            <span className="grow ell">{name}</span>
            <span className="tag">当前系统</span>
          </button>
        </li>
        {sisters.map((sister) => (
          <li key={sister.path}>
            <button type="button" onClick={() => open(sister)}>
              <span className="av" aria-hidden>
                {sister.title.slice(0, 1)}
              </span>
              <span className="grow ell">{sister.title}</span>
              <ArrowUpRight className="i t3" aria-label="在新标签页打开" />
            </button>
          </li>
        ))}
      </ul>
      {shell && sisters.length === 0 && <p className="t3">没有其他可以切换的系统</p>}
    </PanelDrawer>
  )
}

/** Opens without permission too: the sister system decides for itself and shows its own message. */
function open({ path, permitted }: ListedSister) {
  if (!permitted) {
    notify({ kind: 'error', title: '系统提示', text: '暂无权限，请联系管理员！', seconds: 5 })
  }
  void openSister(path)
}
