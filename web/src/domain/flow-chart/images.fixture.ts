import { imageOf } from '../process-diagram/sample.ts'

/** The picture of an instance whose first step is open. */
export const instanceImage = ({ processInstanceId }: { processInstanceId: string }): string =>
  imageOf([
    [`办理 ${processInstanceId}`, 'current'],
    ['公司审批', 'idle'],
  ])

/** The picture of a definition of one step. */
export const definitionImage = ({ processDefinitionKey }: { processDefinitionKey: string }): string =>
  imageOf([[`定义 ${processDefinitionKey}`, 'idle']])
