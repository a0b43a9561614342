import { PanelDrawer } from '../../kit/PanelDrawer.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { MenuEntries } from '../../domain/MenuEntries.tsx'
import type { Sight } from './access-words.ts'
import css from './sight.module.css'

/** The menu as the person sees it after a sign-in; only to look at. */
export function SightPreview({ open, onClose, sight }: OverlayProps & { sight: Sight }) {
  if (!open) return null
  return (
    <PanelDrawer title={`${sight.person.realname} 的菜单`} size={360} maxWidth="100vw" onClose={onClose}>
      <div className={css.compare}>
        <p className="t3 s13">与本人登录后看到的菜单相同；这里只能看，不能以其身份操作。</p>
        {sight.menu.length > 0 ? (
          <MenuEntries menu={sight.menu} />
        ) : (
          <p>没有可见的菜单，登录后提示没有权限</p>
        )}
      </div>
    </PanelDrawer>
  )
}
