import { modules } from '../../../modules.ts'

/** The kinds of records that the modules let the search find. */
export const records = modules.flatMap(({ search }) => search ?? [])

/** What the modules let the search start, and what it starts on their records. */
export const actions = modules.flatMap((module) => module.actions ?? [])
export const startedOn = modules.flatMap((module) => module.actionsOn ?? [])

/** What the search finds, in words. */
export const SEARCHED = ['菜单', ...records.map(({ title }) => title)].join('、')
