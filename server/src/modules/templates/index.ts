import { templateCalls } from '@heliodesk/contract/templates.ts'
import { defineModule, DomainError, notFound } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import { admitReaders, contentOf } from '../files/index.ts'
import { archiveOf } from './archive.ts'
import { contentOfVersion, findManual, getTemplate, isHandedOut, listPage, listVersions } from './rows.ts'
import { removeTemplate, saveManual, saveTemplate } from './write.ts'
import './first-data.ts'

admitReaders('template', isHandedOut)
admitReaders('annex', isHandedOut)

/** Everybody in the company may read them; changing them requires `template:manage`. */
export const templates = defineModule(templateCalls, {
  list: listPage,
  detail: (ctx, { id }) => getTemplate(ctx, id, 'template'),
  versions: (ctx, { id }) => listVersions(ctx, id),

  async download(ctx, { id, fileVersion }) {
    const file = await contentOfVersion(ctx, id, fileVersion)
    if (!file) throw notFound()
    return file
  },

  downloadMany: (ctx, { ids }) => archiveOf(ctx, [...new Set(ids)]),
  save: saveTemplate,

  remove: removeTemplate,
  manual: (ctx) => findManual(ctx),

  async downloadManual(ctx) {
    const manual = await findManual(ctx)
    const { manual: general } = (await readSettings(ctx.db)).business.values
    const file = manual
      ? await contentOfVersion(ctx, manual.id)
      : general === null
        ? null
        : await contentOf(ctx, general)
    if (!file) throw new DomainError('manual.none', '暂无操作手册')
    return file
  },

  saveManual,
})
