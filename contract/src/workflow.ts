import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, named, requiredText } from './fields.ts'

const { command, query } = callsOf('process')

const manage = { perm: 'workflow:manage' } as const

/** The largest accepted BPMN file, in characters. */
export const MOST_XML = 300_000

const xml = named('流程文件', z.string().min(1, '请选择流程文件').max(MOST_XML, `最多允许${MOST_XML}个字符`))

/** A version of a process. The newest one that is in use starts new instances; others stay for those that run. */
const processVersion = z.object({
  id,
  version: z.int(),
  active: z.boolean(),
  deployedBy: z.string(),
  deployTime: z.string(),
})

export const processDefinition = z
  .object({
    /** What other parts of the product start it by; the id of the process in its file. */
    key: z.string(),
    /** Of its newest version. */
    name: z.string(),
    /** The version that starts new instances; null while it is out of use. */
    current: z.int().nullable(),
    /** The newest first. */
    versions: z.array(processVersion),
  })
  .meta({ id: 'ProcessDefinition' })
export type ProcessDefinition = z.output<typeof processDefinition>

/** Why a definition cannot run, and because of which element. */
const refusal = z.object({ element: z.string(), name: z.string(), reason: z.string() })

/** A rehearsal is given up after so many steps. */
export const MOST_REHEARSED = 100

const rehearsedStep = z.object({
  /** `branch`: a condition by which the process went; the others are nodes. */
  kind: z.enum(['step', 'branch', 'wait', 'service', 'call']),
  /** The id of the node, or of the flow. */
  node: z.string(),
  name: z.string(),
  /** The first of those who could act, of the caller's departments. */
  people: z.array(z.object({ id, realname: z.string() })),
  total: z.int(),
  /** Whether people beyond the caller's departments could act as well. */
  others: z.boolean(),
  problem: z.string().nullable(),
})
export type RehearsedStep = z.output<typeof rehearsedStep>

const rehearsal = z.object({
  path: z.array(rehearsedStep),
  ended: z.boolean(),
  /** Why it does not come to its end. */
  problem: z.string().nullable(),
})
export type Rehearsal = z.output<typeof rehearsal>

const formValue = z.union([
  z.number(),
  z.boolean(),
  z.string().max(500, '最多 500 个字'),
  z.array(z.string().max(100)).max(100),
])

export const workflowCalls = {
  /** All processes of the company, by key. */
  definitions: query({
    title: '流程定义列表',
    path: '/workflow/v1/definition/list',
    access: manage,
    input: z.object({}),
    output: z.array(processDefinition),
  }),
  /** What would prevent a file from being deployed, what it would look like, and which process it would be. */
  check: query({
    title: '检查流程文件',
    path: '/workflow/v1/definition/check',
    access: manage,
    bodyKb: 1024,
    input: z.object({ xml }),
    output: z.object({
      refusals: z.array(refusal),
      key: z.string(),
      name: z.string(),
      /** The version that it would become; 0 for a file that is deployed already or cannot be. */
      version: z.int(),
      diagram: z.string(),
    }),
  }),
  /** What a file would do for a form if everybody approved, and who would be asked. Writes nothing. */
  rehearse: query({
    title: '试算流程',
    entities: ['process', 'user', 'role', 'department'],
    path: '/workflow/v1/definition/rehearse',
    access: manage,
    bodyKb: 1024,
    input: z.object({
      xml,
      starterId: named('发起人', id),
      values: named(
        '表单内容',
        z
          .record(z.string().max(100), formValue)
          .refine((values) => Object.keys(values).length <= 100, '最多 100 个字段')
          .default({}),
      ),
    }),
    output: rehearsal,
  }),
  /** The roles that a step can be given to. */
  roles: query({
    title: '流程可用的角色',
    entities: ['role'],
    path: '/workflow/v1/definition/roles',
    access: manage,
    input: z.object({}),
    output: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  /** Adds a version. The same file again adds none. */
  deploy: command({
    title: '新建流程版本（部署）',
    path: '/workflow/v1/definition/deploy',
    access: manage,
    bodyKb: 1024,
    input: z.object({ xml }),
    output: processDefinition,
  }),
  /** Takes a version into use or out of use. */
  setActive: command({
    title: '修改流程版本（启用、停用）',
    path: '/workflow/v1/definition/active',
    access: manage,
    input: z.object({ id: named('流程版本', id), active: named('启用', z.boolean()) }),
    output: processDefinition,
  }),
  file: query({
    title: '下载流程文件',
    path: '/workflow/v1/definition/file',
    access: manage,
    download: true,
    input: z.object({ id: named('流程版本', id) }),
    output: z.unknown(),
  }),
  /** The picture of a process: an SVG image as a data URL (spec 2 §7 "Flow chart"). */
  initialDiagram: query({
    title: '流程定义图',
    path: '/workflow/v1/showInitialProcessDiagram',
    access: 'signedIn',
    input: z.object({
      processDefinitionKey: named('流程', requiredText(200)),
      /** Another version than the one in use. */
      definitionVersion: named('版本', z.coerce.number().int('应为整数').min(1).optional()),
    }),
    output: z.string(),
  }),
}
