import { z } from 'zod'
import { callsOf } from './call.ts'
import { formField } from './form-fields.ts'
import { id, named, nothing, requiredText, text, version } from './fields.ts'

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
  /** How many instances run by it. */
  running: z.int(),
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

const processKey = named(
  '流程编码',
  requiredText(64).regex(/^[A-Za-z_][A-Za-z0-9_]*$/, '流程编码只能包含字母、数字和下划线，且不以数字开头'),
)

const processName = named('流程名称', requiredText(50))

/** A process while it is being designed. */
const draft = z.object({
  id,
  version: z.int(),
  /** The version that it was begun from; null for a process without versions. */
  basedOn: z.int().nullable(),
  savedBy: z.string(),
  saveTime: z.string(),
})

const ofDraft = { id: named('草稿', id), version }

/** What the check before publishing found: an error prevents it, a warning does not. */
const finding = z.object({
  level: z.enum(['error', 'warning']),
  element: z.string(),
  name: z.string(),
  text: z.string(),
})

/** A picture of one side of a comparison; null where the file cannot run, and so cannot be drawn. */
const side = z.object({ title: z.string(), diagram: z.string().nullable() })

const change = z.object({
  kind: z.enum(['added', 'removed', 'changed']),
  element: z.string(),
  /** What it is, and its name: 用户任务“审批”. */
  name: z.string(),
  /** What is different, in sentences. */
  details: z.array(z.string()),
})

/** The most values that an expression is tried with. */
const MOST_VALUES = 50

export const newProcess = z.object({
  key: processKey,
  name: processName,
  /** The process that it begins as a copy of. */
  copyOf: named('复制自', processKey).optional(),
  /** The file that it begins as; without any it has one step. */
  xml: xml.optional(),
})

/** A rehearsal is given up after so many steps. */
export const MOST_REHEARSED = 100

const rehearsedStep = z.object({
  /** `branch`: a condition by which the process went; the others are nodes. */
  kind: z.enum(['step', 'copy', 'branch', 'wait', 'service', 'call']),
  /** The id of the node, or of the flow. */
  node: z.string(),
  name: z.string(),
  /** The first of those who could act or get a copy, of the caller's departments. */
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
  /** All drafts of the company, by key; processes that have no version yet are found here only. */
  drafts: query({
    title: '流程草稿列表',
    path: '/workflow/v1/draft/list',
    access: manage,
    input: nothing,
    output: z.array(draft.extend({ key: z.string(), name: z.string() })),
  }),
  /** What the designer opens: the draft of a process, or its version in use (else the newest) while it has none. */
  design: query({
    title: '流程设计详情',
    path: '/workflow/v1/draft/detail',
    access: manage,
    input: z.object({ key: processKey }),
    output: z.object({
      key: z.string(),
      name: z.string(),
      xml: z.string(),
      draft: draft.nullable(),
      /** The version that starts new instances. */
      current: z.int().nullable(),
      /** The newest version; null before the first one. */
      newest: z.int().nullable(),
      /** How many instances run, by any version. */
      running: z.int(),
    }),
  }),
  addProcess: command({
    title: '新建流程（草稿）',
    path: '/workflow/v1/draft/add',
    access: manage,
    bodyKb: 1024,
    input: newProcess,
    /** With what the file says besides a process, in words: it was left out. */
    output: draft.extend({ unread: z.array(z.string()) }),
  }),
  /** The first change of a deployed process. Refused if somebody else has begun meanwhile. */
  beginDraft: command({
    title: '新建流程草稿',
    path: '/workflow/v1/draft/begin',
    access: manage,
    bodyKb: 1024,
    input: z.object({ key: processKey, xml }),
    output: draft,
  }),
  saveDraft: command({
    title: '保存流程草稿',
    path: '/workflow/v1/draft/save',
    access: manage,
    bodyKb: 1024,
    input: z.object({ ...ofDraft, xml }),
    output: draft,
  }),
  discardDraft: command({
    title: '放弃流程草稿',
    path: '/workflow/v1/draft/discard',
    access: manage,
    input: z.object(ofDraft),
    output: nothing,
  }),
  /** Makes the draft a version; refused, with the elements named, if it cannot run. */
  publishDraft: command({
    title: '发布流程草稿',
    path: '/workflow/v1/draft/publish',
    access: manage,
    input: z.object(ofDraft),
    output: processDefinition,
  }),
  lint: query({
    title: '流程发布前检查',
    path: '/workflow/v1/draft/lint',
    access: manage,
    bodyKb: 1024,
    input: z.object({ key: processKey, xml }),
    output: z.array(finding),
  }),
  /** What differs between a version and another one, or a file that is being designed. */
  compare: query({
    title: '对比流程版本',
    path: '/workflow/v1/draft/compare',
    access: manage,
    bodyKb: 1024,
    input: z.object({
      key: processKey,
      from: named('版本', z.int().min(1)),
      to: named('另一版本', z.int().min(1)).optional(),
      xml: xml.optional(),
    }),
    output: z.object({ before: side, after: side, changes: z.array(change) }),
  }),
  /** Tries an expression with values, by what conditions of processes are evaluated by. */
  tryExpression: query({
    title: '试算流程表达式',
    path: '/workflow/v1/draft/tryExpression',
    access: manage,
    input: z.object({
      expression: named('表达式', requiredText(1000)),
      values: named(
        '变量',
        z
          .array(z.object({ name: named('变量名', requiredText(100)), value: named('变量值', text(1000)) }))
          .max(MOST_VALUES, `最多${MOST_VALUES}个变量`),
      ),
    }),
    output: z.object({
      /** As FEEL writes it; null if the expression is wrong. */
      result: z.string().nullable(),
      fault: z.string().nullable(),
    }),
  }),
  /** Whom and what steps can name: people and roles of the caller's departments, services, other processes. */
  designChoices: query({
    title: '流程设计的可选项',
    path: '/workflow/v1/draft/choices',
    access: manage,
    entities: ['process', 'user', 'role'],
    input: nothing,
    output: z.object({
      people: z.array(z.object({ id, name: z.string(), department: z.string() })),
      roles: z.array(z.object({ code: z.string(), name: z.string(), people: z.int() })),
      services: z.array(z.string()),
      /** The fields of the forms in use, by the process that decides about them. */
      forms: z.array(z.object({ key: z.string(), fields: z.array(formField) })),
      processes: z.array(z.object({ key: z.string(), name: z.string() })),
    }),
  }),
}
