import { menuCalls, type MenuEditorState } from '@heliodesk/contract/menus.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { drawnEntries, MenuEntries } from '../../domain/MenuEntries.tsx'
import { formatNumber } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../kit/use-settled.ts'
import { useCall } from '../../lib/queries.ts'
import type { Draft } from './changes.ts'
import { below, faultOf, isButton, type Item } from './items.ts'
import css from './menus.module.css'

const devices = { desk: '桌面', phone: '手机' } as const
type Device = keyof typeof devices

type RolePreviewProps = {
  roles: MenuEditorState['roles']
  draft: Draft
  items: readonly Item[]
  item: Item | null
}

/** What the people of a role would see after saving; resolved by the server as at their sign-in. */
export function RolePreview({ roles, draft, items, item }: RolePreviewProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [device, setDevice] = useState<Device>('desk')
  const role = roles.find(({ id }) => id === chosen) ?? roles[0]
  const settled = useSettled(JSON.stringify(draft), ASKING_DEBOUNCE_MS)
  const isWhole = items.every((each) => faultOf(each) === null)
  const read = useCall(
    menuCalls.preview,
    { roleId: role?.id ?? '', ...(JSON.parse(settled) as Draft) },
    { enabled: role !== undefined && isWhole },
  )
  return (
    <section className={css.preview} aria-label="以角色预览">
      <h3>以角色预览</h3>
      <Select
        aria-label="角色"
        prefix="角色"
        showSearch={{ optionFilterProp: 'label' }}
        options={roles.map(({ id, roleName, roleCode }) => ({ value: id, label: `${roleName} ${roleCode}` }))}
        value={role?.id}
        onChange={setChosen}
      />
      <div className="row">
        <Segments label="设备" choices={devices} value={device} onChange={setDevice} />
        <span className="t3 s12 mla">{formatNumber(role?.userCount ?? 0)} 人</span>
      </div>
      {!isWhole && <p className="t3 s12">填完必填项后更新预览</p>}
      <Reading read={read} name="预览" height={240} keepsOld>
        {({ menu, buttons, unseen }) => (
          <>
            <div
              className={device === 'phone' ? `${css.screen} ${css.narrow}` : css.screen}
              data-device={device}
            >
              <MenuEntries menu={menu} current={item?.path ?? null} />
              {drawnEntries(menu).length === 0 && <p className="t3">没有可见的菜单</p>}
            </div>
            <dl className={css.facts}>
              <dt>看不到</dt>
              <dd>{unseenWords(unseen)}</dd>
              {item && !isButton(item) && (
                <>
                  <dt>页内按钮</dt>
                  <dd>{buttonsOf(items, item, new Set(buttons.map(({ code }) => code)))}</dd>
                </>
              )}
              <dt>首页落点</dt>
              <dd>{homeOf(menu) ?? '无，登录后提示没有权限'}</dd>
            </dl>
          </>
        )}
      </Reading>
    </section>
  )
}

/** What is not seen, by its reason: 未授权：巡检周期、光伏大屏. */
function unseenWords(unseen: readonly { name: string; why: string }[]): string {
  const reasons = [...new Set(unseen.map(({ why }) => why))]
  const namesOf = (reason: string) =>
    unseen.flatMap(({ name, why }) => (why === reason ? [name] : [])).join('、')
  return reasons.map((why) => `${why}：${namesOf(why)}`).join('；') || '无'
}

/** The buttons of the chosen page: those that the role has, then those that it lacks. */
function buttonsOf(items: readonly Item[], item: Item, held: ReadonlySet<string>): string {
  const buttons = below(items, item.key).filter(isButton)
  const names = (has: boolean) =>
    buttons.filter(({ perms }) => held.has(perms ?? '') === has).map(({ name }) => name)
  const [may, not] = [names(true), names(false)]
  return [may.join('、'), not.length > 0 && `${not.join('、')}未授权`].filter(Boolean).join('；') || '无'
}

const flatten = (menu: readonly MenuEntry[]): MenuEntry[] =>
  menu.flatMap((entry) => [entry, ...flatten(entry.children ?? [])])

/** Where they land: the home page, else the first page that shows. */
function homeOf(menu: readonly MenuEntry[]): string | null {
  const all = flatten(menu)
  const home = all.find(({ path }) => path === paths.dashboard.path)
  const first = all.find(
    ({ hidden, component, meta }) => !hidden && meta.url === null && !component.startsWith('layouts/'),
  )
  return (home ?? first)?.path ?? null
}
