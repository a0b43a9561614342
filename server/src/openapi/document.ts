import { contextNames, type Envelope } from '@heliodesk/contract/call.ts'
import serverPackage from '../../package.json' with { type: 'json' }
import type { Module } from '../kernel/context.ts'
import { failureShapes, plainFailureShape } from '../kernel/envelopes.ts'
import { KEY_SHAPE } from '../kernel/idempotency.ts'
import { toJsonSchema, type Components, type JsonSchema } from './json-schema.ts'
import { describeCall, failureNames, familyOf, pathOf, PLAIN_FAILURE } from './operation.ts'

const DESCRIPTION = `所有接口都在 \`/api\` 之下。时间一律为租户时区的 \`YYYY-MM-DD HH:mm:ss\`，编号是字符串。

应答有三种信封（\`x-envelope\`）：\`erp\` 为 \`{result_code, result_msg, result_data}\`，\`sys\` 为 \`{success, code, message, result, timestamp}\`，\`captcha\` 为 \`{repCode, repMsg, repData, success}\`。不符合业务规则时仍以 HTTP 200 返回失败的信封，下载除外（400、404、410）；400、401、403、413、415、500、504 各如其义；验证码接口的应答始终是 HTTP 200。每个应答的 \`x-request-id\` 是请求号。

调用接口没有声明的字段会被忽略：身份、租户和数据范围只取自登录会话。客户端随每次请求带上的 \`${contextNames.join('`、`')}\` 是调用者自己的，从不当作表单的内容。

可选字段给 \`null\` 或空字符串等于不给（自身有含义的除外）；是与否也可写作 1、0 或 \`"true"\`、\`"false"\`；单值的列表可写成数组，也可写成逗号分隔的文字。请求体为空等于没有请求体，不论其类型。每个接口各有请求体上限（\`x-body-kb\`），嵌套最多 20 层。`

/** The OpenAPI 3.1 document of all calls of the modules, generated from the calls. */
export function describeApi(modules: Module[]): JsonSchema {
  const calls = modules.flatMap((module) => Object.values(module.calls))
  const components: Components = new Map()
  for (const [envelope, name] of Object.entries(failureNames)) {
    components.set(name, toJsonSchema(failureShapes[envelope as Envelope], 'output', components))
  }
  components.set(PLAIN_FAILURE, toJsonSchema(plainFailureShape, 'output', components))
  const paths = [...Map.groupBy(calls, pathOf)].map(([path, each]) => [
    path,
    Object.fromEntries(each.map((call) => [call.method.toLowerCase(), describeCall(call, components)])),
  ])
  return {
    openapi: '3.1.1',
    info: {
      title: 'Heliodesk 光伏运维管理平台',
      version: serverPackage.version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    security: [{ accessToken: [] }, { bearer: [] }],
    tags: [...new Set(calls.map(familyOf))].map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: Object.fromEntries(components),
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: '幂等键：同一用户以同一键重复提交，只生效一次，得到同一应答',
          schema: { type: 'string', pattern: KEY_SHAPE.source },
        },
      },
      securitySchemes: {
        accessToken: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Access-Token',
          description: '登录应答中的 token，七天内有效；或以 `hd_` 开头的令牌',
        },
        bearer: { type: 'http', scheme: 'bearer', description: '同一 token，放在 Authorization 头中' },
      },
    },
  }
}
