import { screenPaths, type MenuEditorState } from '@heliodesk/contract/menus.ts'
import { createElement, type ReactNode } from 'react'
import { Switch } from 'antd'
import { paths } from '@heliodesk/contract/paths.ts'
import { own } from '@heliodesk/contract/own.ts'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { isNew, refusalToMove, trailOf, type Item } from './items.ts'
import { menuIcons } from '../../domain/menu-icons.ts'
import css from './menus.module.css'

type Set = (changed: Partial<Item>, about?: string | null) => void

type EntryFieldsProps = { item: Item; items: readonly Item[]; state: MenuEditorState; onChange: Set }

const TOP = 'top'
const targets = { none: '本窗口标签页', _blank: '新窗口', _self: '替换本窗口' } as const
const iconChoices = Object.keys(menuIcons).map((value) => ({ value, label: value }))
const word = { showSearch: { optionFilterProp: 'label' }, allowClear: true } as const

/** The fields of an entry; its kind decides which it has. */
export function EntryFields({ item, items, state, onChange }: EntryFieldsProps) {
  const { kind } = item
  const set =
    <F extends 'name' | 'path' | 'url'>(field: F) =>
    (value: string) =>
      onChange({ [field]: value }, field)
  const fixed = item.builtIn ? '产品自带，不能修改' : undefined
  const isPageLike = kind === 'page' || kind === 'directory'
  return (
    <>
      <div className={css.fields}>
        <TextField label="名称" required maxLength={32} value={item.name} onChange={set('name')} />
        {kind !== 'button' && (
          <SelectField
            label="图标"
            placeholder="不显示图标"
            {...word}
            choices={iconChoices}
            optionRender={({ value }) => <IconName name={String(value)} />}
            value={item.icon}
            onChange={(icon) => onChange({ icon: icon ?? null })}
          />
        )}
        {kind === 'button' && <CodeChoice item={item} items={items} state={state} onChange={onChange} />}
        {kind === 'screen' ? (
          <SelectField
            label="路径"
            choices={screenPaths}
            value={item.path}
            onChange={(path) => onChange({ path: path ?? paths.bigScreen.path })}
          />
        ) : (
          kind !== 'button' && (
            <TextField
              label="路径"
              required
              code
              maxLength={200}
              disabled={item.builtIn}
              hint={fixed}
              placeholder="以 / 开头"
              value={item.path}
              onChange={set('path')}
            />
          )
        )}
        {(kind === 'page' || kind === 'screen') && (
          <SelectField
            label="组件"
            required={kind === 'page'}
            {...word}
            disabled={item.builtIn}
            hint={fixed ?? (kind === 'screen' ? '与地址二选一' : undefined)}
            choices={state.components.map(({ component, title }) => ({
              value: component,
              label: `${title} ${component}`,
            }))}
            value={item.component || undefined}
            onChange={(component) =>
              onChange(
                kind === 'screen'
                  ? { component: component ?? null, url: null }
                  : { component: component ?? '' },
              )
            }
          />
        )}
        {(kind === 'link' || kind === 'frame' || kind === 'screen') && (
          <TextField
            label="地址"
            required={kind !== 'screen'}
            code
            maxLength={500}
            hint={kind === 'link' ? 'http、https、mailto 或 tel' : '须在运维人员允许嵌入的来源之内'}
            value={item.url}
            onChange={(url) => onChange(kind === 'screen' ? { url, component: null } : { url }, 'url')}
          />
        )}
        <SelectField
          label="上级"
          showSearch={{ optionFilterProp: 'label' }}
          choices={placesOf(items, item)}
          value={item.above ?? TOP}
          onChange={(above) => onChange({ above: above === TOP || above === undefined ? null : above })}
        />
        <NumberField
          label="排序"
          precision={0}
          min={0}
          max={1_000_000}
          value={item.sortNo}
          onChange={(sortNo) => onChange({ sortNo: sortNo ?? 0 }, 'sortNo')}
        />
        {isPageLike && (
          <SelectField
            label="跳转"
            placeholder="不跳转"
            {...word}
            choices={items
              .filter(({ path, key }) => path && key !== item.key)
              .map(({ path, name }) => ({ value: path!, label: `${name} ${path}` }))}
            value={item.redirect}
            onChange={(redirect) => onChange({ redirect: redirect ?? null })}
          />
        )}
        {(kind === 'page' || kind === 'link') && (
          <SelectField
            label="打开方式"
            choices={kind === 'link' ? { ...targets, none: '新窗口（默认）' } : targets}
            value={item.target ?? 'none'}
            onChange={(target) =>
              onChange({ target: target === '_blank' || target === '_self' ? target : null })
            }
          />
        )}
      </div>
      <Switches item={item} onChange={onChange} />
    </>
  )
}

function Switches({ item, onChange }: { item: Item; onChange: Set }) {
  const { kind } = item
  const isPage = kind === 'page' || kind === 'frame'
  return (
    <div className={css.switches}>
      {kind !== 'button' && (
        <Toggle label="在侧栏显示" on={!item.hidden} onChange={(on) => onChange({ hidden: !on })} />
      )}
      {isPage && (
        <Toggle
          label="切走后保留内容"
          hint="缓存最多 5 页"
          on={item.keepAlive}
          onChange={(keepAlive) => onChange({ keepAlive })}
        />
      )}
      {(isPage || kind === 'directory') && (
        <Toggle
          label="只有一项也显示上级"
          hint="面包屑从它开始"
          on={item.alwaysShow}
          onChange={(alwaysShow) => onChange({ alwaysShow })}
        />
      )}
      {kind === 'page' && (
        <Toggle
          label="注册为路由"
          hint="关闭后按路径打开已有的页面"
          on={item.route}
          onChange={(route) => onChange({ route })}
        />
      )}
      <Toggle
        label="启用"
        hint={kind === 'button' ? '停用后页面上不再按权限隐藏，服务端仍会检查' : undefined}
        on={item.status === '1'}
        onChange={(on) => onChange({ status: on ? '1' : '0' })}
      />
    </div>
  )
}

type ToggleProps = { label: string; hint?: ReactNode; on: boolean; onChange: (on: boolean) => void }

const Toggle = ({ label, hint, on, onChange }: ToggleProps) => (
  <label className={css.toggle}>
    <Switch checked={on} onChange={onChange} aria-label={label} />
    <span>
      {label}
      {hint && <small>{hint}</small>}
    </span>
  </label>
)

function CodeChoice({ item, items, state, onChange }: EntryFieldsProps) {
  const taken = new Set(items.filter(({ key }) => key !== item.key).map(({ perms }) => perms))
  return (
    <SelectField
      label="权限码"
      required
      {...word}
      disabled={!isNew(item)}
      hint={isNew(item) ? '每个权限码只有一个按钮' : '不能修改；换一个请新建按钮'}
      notFoundContent="产品的权限码都已有按钮"
      choices={state.codes
        .filter(({ code }) => !taken.has(code))
        .map(({ code, title }) => ({ value: code, label: `${title} ${code}` }))}
      value={item.perms || undefined}
      onChange={(perms) => {
        const title = state.codes.find(({ code }) => code === perms)?.title ?? ''
        onChange({ perms: perms ?? '', name: item.name || title })
      }}
    />
  )
}

const IconName = ({ name }: { name: string }) => {
  const icon = own(menuIcons, name)
  return (
    <span className="row">
      {icon && createElement(icon, { className: 'i s', 'aria-hidden': true })}
      {name}
    </span>
  )
}

function placesOf(items: readonly Item[], item: Item) {
  const top = { value: TOP, label: '顶层' }
  const places = items
    .filter(
      ({ key, kind }) => kind !== 'button' && key !== item.key && refusalToMove(items, item, key) === null,
    )
    .map((each) => ({ value: each.key, label: [...trailOf(items, each), each.name || '未命名'].join(' / ') }))
  return item.kind === 'button' ? places : [top, ...places]
}
