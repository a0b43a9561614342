import type { Output } from '@heliodesk/contract/call.ts'
import type { MenuEntry, sessionCalls } from '@heliodesk/contract/session.ts'
import { sisterPaths } from '@heliodesk/contract/shell.ts'
import { isExternalLink, isUrl } from '@heliodesk/contract/validators.ts'
import type { Env } from '../../env.ts'
import type { Ctx } from '../../kernel/context.ts'
import { readSettings, type SettingValues } from '../../kernel/settings.ts'
import { assistantOf, sistersOf } from '../../kernel/sources.ts'
import { present } from '../../platform/certain.ts'
import type { Entry } from './entries.ts'

type Resolved = Pick<Output<(typeof sessionCalls)['permissions']>, 'allAuth' | 'auth'> & { menu: MenuEntry[] }

/** Menu, own buttons and all buttons of whoever is granted these entries (protocols.md §2.4), each button once. */
export async function resolveMenu(
  ctx: Pick<Ctx, 'db' | 'env'>,
  entries: readonly Entry[],
  isGranted: (entry: Entry) => boolean,
): Promise<Resolved> {
  const buttons = entries.filter(({ menuType }) => menuType === 2)
  const off = await pathsTurnedOff(ctx)
  const inForce = entries.filter(({ path }) => path === null || !off.has(path))
  return {
    menu: menuUnder(null, inForce, isGranted),
    auth: buttons.filter((button) => button.status === '1' && isGranted(button)).map(toButton),
    allAuth: buttons.map((button) => ({ ...toButton(button), status: button.status })),
  }
}

/** The entries that the company's settings turn off (product.md "Decisions on open points"). */
export const pathsTurnedOff = async ({ db, env }: Pick<Ctx, 'db' | 'env'>): Promise<ReadonlySet<string>> =>
  pathsOff((await readSettings(db)).system.values, env)

function pathsOff(values: SettingValues['system'], env: Env): ReadonlySet<string> {
  const { hasScreen, JDScreen, mailbox } = values
  const admitted = new Set(sistersOf(values, env).map(({ path }) => path))
  const flags = [
    ['/AIGC', assistantOf(values, env) !== null],
    ['/screen/page', hasScreen],
    ['/screen/jd', JDScreen],
    ['/editMail', mailbox],
    ...sisterPaths.map((path) => [path, admitted.has(path)] as const),
  ] as const
  return new Set(flags.filter(([, on]) => !on).map(([path]) => path))
}

const toButton = (entry: Entry) => ({ action: present(entry.code), type: '1', describe: entry.name })

/** The granted pages and their ancestors; a container is shown if it contains any page. */
function menuUnder(
  parentId: string | null,
  entries: readonly Entry[],
  isGranted: (entry: Entry) => boolean,
): MenuEntry[] {
  return entries
    .filter((entry) => entry.menuType !== 2 && entry.parentId === parentId && entry.status === '1')
    .map((entry) => ({ entry, children: menuUnder(entry.id, entries, isGranted) }))
    .filter(
      ({ entry, children }) =>
        children.length > 0 || (isGranted(entry) && (urlOf(entry) !== null || !isContainer(entry))),
    )
    .map(({ entry, children }) => ({
      ...toMenuEntry(entry, entries, isGranted),
      ...(children.length > 0 ? { children } : {}),
    }))
}

const isContainer = (entry: Entry) => entry.component?.startsWith('layouts/') ?? true

/** A frame accepts pages only, a link also external targets; neither accepts scripts. */
const urlOf = ({ url, external }: Entry): string | null =>
  url !== null && (external ? isExternalLink(url) : isUrl(url)) ? url : null

function toMenuEntry(
  entry: Entry,
  entries: readonly Entry[],
  isGranted: (entry: Entry) => boolean,
): Omit<MenuEntry, 'children'> {
  const path = present(entry.path)
  return {
    id: entry.id,
    path,
    name: path.slice(1).replaceAll('/', '-').replaceAll(':', '@'),
    component: entry.component ?? 'layouts/Basic',
    redirect: entry.redirect,
    hidden: entry.hidden,
    alwaysShow: entry.alwaysShow,
    route: entry.route ? '1' : '0',
    meta: {
      title: entry.name,
      icon: entry.icon,
      keepAlive: entry.keepAlive,
      internalOrExternal: entry.external,
      componentName: entry.component?.split('/').at(-1) ?? null,
      url: urlOf(entry),
      target: entry.target,
      permissionList: entries
        .filter((button) => button.parentId === entry.id && button.menuType === 2 && isGranted(button))
        .map((button) => present(button.code)),
    },
  }
}
