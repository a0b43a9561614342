import { menuCalls, type DraftEntry } from '@heliodesk/contract/menus.ts'
import { defineModule, notFound, type Ctx } from '../../kernel/context.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { entryOf } from '../../platform/certain.ts'
import { listMenuHistory } from './history.ts'
import { previewMenu } from './preview.ts'
import { loadEditor, loadMenuRecord, loadMenuTree } from './read.ts'
import { lockTree, saveDraft } from './save.ts'

export { entryRows } from './entries.ts'
export { resolveMenu } from './resolve.ts'

const STALE = stale('menu', '菜单')

type Form = Omit<DraftEntry, 'key' | 'above'> & { parentId: string | null }

/** The form of one entry as a draft of it alone. */
const draftOf = (key: string, { parentId, ...fields }: Form) => ({
  entries: [{ ...fields, key, above: parentId }],
  removedIds: [],
})

async function removeEntries(ctx: Ctx, ids: string[]) {
  await lockTree(ctx)
  await saveDraft(ctx, { entries: [], removedIds: ids })
  return null
}

export const menus = defineModule(menuCalls, {
  list: loadMenuTree,

  editor: loadEditor,

  detail: (ctx, { id }) => loadMenuRecord(ctx, id),

  async add(ctx, form) {
    await lockTree(ctx)
    const ids = await saveDraft(ctx, draftOf('new-1', form))
    return loadMenuRecord(ctx, entryOf(ids, 'new-1'))
  },

  async edit(ctx, { id, version, ...form }) {
    await lockTree(ctx)
    const current = await ctx.db
      .selectFrom('permission')
      .select('version')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(notFound)
    requireVersion(current, version, STALE)
    await saveDraft(ctx, draftOf(id, form))
    return loadMenuRecord(ctx, id)
  },

  remove: (ctx, { id }) => removeEntries(ctx, [id]),

  removeBatch: (ctx, { ids }) => removeEntries(ctx, ids),

  async saveDraft(ctx, { treeVersion, ...draft }) {
    requireVersion({ version: await lockTree(ctx) }, treeVersion, STALE)
    const ids = await saveDraft(ctx, draft)
    const { version } = await ctx.db.selectFrom('menu_state').select('version').executeTakeFirstOrThrow()
    return { treeVersion: version, added: [...ids].map(([key, id]) => ({ key, id })) }
  },

  preview: previewMenu,

  history: listMenuHistory,
})
