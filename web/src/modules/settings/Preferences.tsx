import { primaryColours } from '@heliodesk/contract/primary-colours.ts'
import type { Preferences } from '@heliodesk/contract/shell.ts'
import { Bell, Check, Palette, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { choosePreference, usePreferences, useUnsentPreferences } from '../../lib/preferences.ts'
import { swatchOf } from '../../lib/primary-colour.ts'
import { Segments } from '../../kit/Segments.tsx'
import { SwitchLine } from './fields.tsx'
import { SaveMark } from './SaveMark.tsx'
import fieldsCss from './fields.module.css'
import personalCss from './personal.module.css'

const THEMES = { light: '浅色', dark: '深色', system: '跟随系统' } as const
const WIDTHS = { fixed: '定宽', fluid: '流式' } as const
const TRANSITIONS = { fade: '渐隐', left: '左滑', right: '右滑', none: '无' } as const
const COLOURS: Record<Preferences['colour'], string> = {
  orange: '橙',
  amber: '琥珀',
  green: '绿',
  teal: '青',
  blue: '蓝',
  violet: '紫',
  rose: '玫红',
}

const LOOKS = ['theme', 'colour', 'weak', 'contentWidth', 'multipage', 'transition'] as const
const NOTICES = ['notifyExport', 'notifyAnswer'] as const

/** 外观: every change applies at once. */
export const Appearance = () => (
  <Group id="appearance" icon={Palette} title="外观" names={LOOKS}>
    <Choice name="theme" label="主题" hint="跟随系统时，随操作系统的浅色与深色切换" choices={THEMES} />
    <Line label="主色" hint="按钮、当前位置和链接的颜色；图表中的数据颜色不变">
      <Colours value={usePreferences(({ colour }) => colour)} />
    </Line>
    <OnOffLine name="weak" label="色弱模式" hint="状态颜色改用蓝黄两系，并为只靠颜色区分的地方加上线条" />
    <Choice
      name="contentWidth"
      label="内容宽度"
      hint="定宽时内容最宽 1440 像素并居中；流式占满窗口"
      choices={WIDTHS}
    />
    <OnOffLine name="multipage" label="多页签" hint="在电脑上为打开的页面保留页签，最多保持 5 个页面的内容" />
    <Choice
      name="transition"
      label="页面切换效果"
      hint="系统设置了减少动态效果时不播放"
      choices={TRANSITIONS}
    />
  </Group>
)

/** 通知: which notices the user wants. */
export const Notifications = () => (
  <Group id="notifications" icon={Bell} title="通知" names={NOTICES}>
    <OnOffLine name="notifyExport" label="导出完成提醒" hint="大文件导出准备好时在右上角提示" />
    <OnOffLine name="notifyAnswer" label="回复提醒" hint="问题反馈或总经理信箱有新内容时在右上角提示" />
  </Group>
)

type Names = readonly (keyof Preferences)[]
type GroupProps = { id: string; icon: LucideIcon; title: string; names: Names; children: ReactNode }

function Group({ id, icon: Icon, title, names, children }: GroupProps) {
  const waiting = useUnsentPreferences((unsent) => names.some((name) => name in unsent))
  return (
    <section className="card" aria-labelledby={id}>
      <header>
        <Icon className="i t3" aria-hidden />
        <h2 id={id}>{title}</h2>
        <SaveMark waiting={waiting} />
      </header>
      {children}
    </section>
  )
}

type LineProps = { label: string; hint: string }
type Named<Value> = {
  [Name in keyof Preferences]: Preferences[Name] extends Value ? Name : never
}[keyof Preferences]
type ChoiceProps<Name extends keyof Preferences> = LineProps & {
  name: Name
  choices: Record<Preferences[Name] & string, string>
}

function Choice<Name extends Named<string>>({ name, choices, ...line }: ChoiceProps<Name>) {
  const value = usePreferences((chosen) => chosen[name])
  return (
    <Line {...line}>
      <Segments
        label={line.label}
        choices={choices}
        value={value}
        onChange={(wanted) => choosePreference({ [name]: wanted })}
      />
    </Line>
  )
}

function OnOffLine({ name, ...line }: LineProps & { name: Named<boolean> }) {
  const on = usePreferences((chosen) => chosen[name])
  return <SwitchLine {...line} on={on} onChange={(wanted) => choosePreference({ [name]: wanted })} />
}

function Line({ label, hint, children }: LineProps & { children: ReactNode }) {
  return (
    <div className={`switch-line ${fieldsCss.switchLine} ${personalCss.choiceLine}`}>
      <p className="grow s13">
        {label}
        <small className="t3 s12">{hint}</small>
      </p>
      {children}
    </div>
  )
}

function Colours({ value }: { value: Preferences['colour'] }) {
  return (
    <div className={personalCss.swatches} role="radiogroup" aria-label="主色">
      {primaryColours.map((colour) => (
        <label key={colour} title={COLOURS[colour]}>
          <input
            type="radio"
            name="primary-colour"
            className="sr"
            aria-label={COLOURS[colour]}
            checked={colour === value}
            onChange={() => choosePreference({ colour })}
          />
          <span style={{ background: swatchOf(colour) }} aria-hidden>
            {colour === value && <Check className="i s" />}
          </span>
        </label>
      ))}
    </div>
  )
}
