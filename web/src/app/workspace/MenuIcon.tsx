import { own } from '@heliodesk/contract/own.ts'
import {
  Bell,
  BookOpen,
  Building2,
  CalendarCheck,
  ClipboardList,
  HardDrive,
  Dot,
  FileText,
  Hand,
  LayoutDashboard,
  LineChart,
  LogIn,
  Map,
  Settings,
  Shield,
  Sun,
  Upload,
  Users,
  Workflow,
  type LucideIcon,
} from 'lucide-react'
import { createElement } from 'react'

/**
 * The icons that menu entries may use; an explicit list, because importing all of them would be larger than the
 * product.
 */
const ICONS: Record<string, LucideIcon> = {
  bell: Bell,
  'book-open': BookOpen,
  'building-2': Building2,
  'calendar-check': CalendarCheck,
  'clipboard-list': ClipboardList,
  'hard-drive': HardDrive,
  'file-text': FileText,
  hand: Hand,
  'layout-dashboard': LayoutDashboard,
  'line-chart': LineChart,
  'log-in': LogIn,
  map: Map,
  settings: Settings,
  shield: Shield,
  sun: Sun,
  upload: Upload,
  users: Users,
  workflow: Workflow,
}

export function MenuIcon({ name }: { name: string | null }) {
  return createElement(own(ICONS, name ?? '') ?? Dot, { className: 'i', 'aria-hidden': true })
}
