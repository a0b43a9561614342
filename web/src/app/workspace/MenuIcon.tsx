import { own } from '@heliodesk/contract/own.ts'
import { Dot, type LucideIcon } from 'lucide-react'
import { createElement } from 'react'
import { modules } from '../../modules.ts'

/** An explicit list, because importing all icons would be larger than the product. */
const icons: Record<string, LucideIcon> = Object.assign({}, ...modules.map((module) => module.icons))

/** The icon that a menu entry names; undefined for none of the modules' icons. */
export const iconNamed = (name: string | null | undefined): LucideIcon | undefined => own(icons, name ?? '')

export function MenuIcon({ name }: { name: string | null }) {
  return createElement(iconNamed(name) ?? Dot, { className: 'i', 'aria-hidden': true })
}
