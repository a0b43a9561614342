import type { Received } from '@heliodesk/contract/call.ts'
import { templateCalls } from '@heliodesk/contract/templates.ts'
import { saveAnswer } from '../../lib/download.ts'

export type Template = Received<typeof templateCalls.list>['pageList'][number]

/** What shows a template, and is asked for again when one changed. */
export const templateViews = [templateCalls.list, templateCalls.versions, templateCalls.manual]

/** Saves one version of a template, the newest unless another is named. */
export const downloadVersion = (id: string, fileName: string, fileVersion?: number): void =>
  void saveAnswer(templateCalls.download, { id, fileVersion }, fileName)

export const downloadTemplate = ({ id, fileName }: Template): void => downloadVersion(id, fileName)

/** One archive of several. */
export const downloadTemplates = (ids: readonly string[]): void =>
  void saveAnswer(templateCalls.downloadMany, { ids: [...ids] }, '模板.zip')
