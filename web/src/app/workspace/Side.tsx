import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { memo, useMemo } from 'react'
import { DataScope } from './DataScope.tsx'
import { sideItemsOf, type FrameParts } from './menu.ts'
import { SideLinks } from './SideLinks.tsx'

/** The menu of the current module, with the data scope at the bottom. */
export const Side = memo(function Side({
  routes,
  module,
  page,
  narrow,
  onFold,
}: FrameParts & { narrow: boolean; onFold: () => void }) {
  const items = useMemo(() => sideItemsOf(module), [module])
  const Icon = narrow ? PanelLeftOpen : PanelLeftClose
  return (
    <aside className="side">
      <SideLinks
        key={module.id}
        label={`${module.meta.title}菜单`}
        items={items}
        routes={routes}
        page={page}
        narrow={narrow}
      />
      <footer>
        {!narrow && <DataScope />}
        <button
          type="button"
          className="ib sm"
          aria-label={narrow ? '展开菜单' : '收起菜单'}
          aria-expanded={!narrow}
          onClick={onFold}
        >
          <Icon className="i" aria-hidden />
        </button>
      </footer>
    </aside>
  )
})
