import type { Received } from '@heliodesk/contract/call.ts'
import { templateCalls } from '@heliodesk/contract/templates.ts'
import { saveAnswer } from '../../lib/download.ts'

export type Template = Received<typeof templateCalls.list>['pageList'][number]

/** Downloads one version of a template, by default the newest. */
export const downloadVersion = (id: string, fileName: string, fileVersion?: number): void =>
  void saveAnswer(templateCalls.download, { id, fileVersion }, fileName)

export const downloadTemplate = ({ id, fileName }: Template): void => downloadVersion(id, fileName)

/** Downloads several templates as one archive. */
export const downloadTemplates = (ids: readonly string[]): void =>
  void saveAnswer(templateCalls.downloadMany, { ids: [...ids] }, '模板.zip')
