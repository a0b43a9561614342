import { Menu, X } from 'lucide-react'
import { memo, useState } from 'react'
import { ModalDialog } from '../../kit/ModalDialog.tsx'
import { usePageTitle } from '../../kit/page-title.ts'
import { Brand, BrandLogo } from './head/Brand.tsx'
import { HeadIcons } from './head/HeadIcons.tsx'
import { SearchBox } from './search/SearchBox.tsx'
import { DataScope } from './DataScope.tsx'
import { itemsOf, type FrameParts } from './menu.ts'
import { SideLinks } from './SideLinks.tsx'
import { UserMenu } from './UserMenu.tsx'
import './phone.css'

/** The only header on phones: the title of the page, and the complete menu in a drawer. */
export const PhoneHead = memo(function PhoneHead(frame: FrameParts) {
  const [open, setOpen] = useState(false)
  return (
    <header className="touch head">
      <button
        type="button"
        className="ib"
        aria-label="打开菜单"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Menu className="i" aria-hidden />
      </button>
      <Brand routes={frame.routes}>{frame.page && <Here name={frame.page.title} />}</Brand>
      <SearchBox routes={frame.routes} icon />
      <HeadIcons routes={frame.routes} />
      <UserMenu routes={frame.routes} />
      {open && <MenuDrawer {...frame} onClose={() => setOpen(false)} />}
    </header>
  )
})

/** The title that the page gave itself; until it has, its name in the menu. */
function Here({ name }: { name: string }) {
  const { title, fact } = usePageTitle()
  return (
    <div className="here">
      {title === null ? <b className="ell">{name}</b> : <h1 className="ell">{title}</h1>}
      {fact && <span className="ell">{fact}</span>}
    </div>
  )
}

/** 200 px wide (spec 1 §9). */
function MenuDrawer({ routes, modules, page, onClose }: FrameParts & { onClose: () => void }) {
  return (
    <ModalDialog label="菜单" className="menu-drawer" outside onClose={onClose}>
      <div className="inside">
        <header className="touch">
          <BrandLogo />
          <b className="grow">菜单</b>
          <button type="button" className="ib" aria-label="关闭菜单" onClick={onClose}>
            <X className="i" aria-hidden />
          </button>
        </header>
        <div className="side">
          <SideLinks label="全部菜单" items={itemsOf(modules)} routes={routes} page={page} onOpen={onClose} />
        </div>
        <footer>
          <DataScope />
        </footer>
      </div>
    </ModalDialog>
  )
}
