import { apiTokenCalls, tokenKinds, tokenStates, type ApiMachine } from '@heliodesk/contract/api-tokens.ts'
import { Bot, Plus } from 'lucide-react'
import { useState } from 'react'
import { OwnTokens } from '../../domain/tokens/OwnTokens.tsx'
import { SecretDialog } from '../../domain/tokens/SecretDialog.tsx'
import { TokenForm } from '../../domain/tokens/TokenForm.tsx'
import { TokenList } from '../../domain/tokens/TokenList.tsx'
import { Button } from '../../kit/Button.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { RemoveDialog } from '../../kit/RemoveDialog.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { Empty, NoMatch } from '../../kit/States.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import css from './open-api.module.css'

/** Machine accounts with their tokens, one's own tokens, and all tokens of the company. */
export function TokensTab() {
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <div className={css.tokens}>
      <Machines onMade={setSecret} />
      <OwnTokens className="card" />
      <AllTokens />
      {secret !== null && (
        <SecretDialog
          title="令牌已创建"
          secret={secret}
          use="调用时放在请求头 Authorization: Bearer 或 X-Access-Token 中。"
          onClose={() => setSecret(null)}
        />
      )}
    </div>
  )
}

function Machines({ onMade }: { onMade: (token: string) => void }) {
  const read = useCall(apiTokenCalls.machines, {})
  const { show, shown } = useOverlays({
    token: (dialog, machine: ApiMachine) => (
      <TokenForm {...dialog} machine={machine} codes={machine.codes} onMade={onMade} />
    ),
    stop: (dialog, machine: ApiMachine) => (
      <RemoveDialog
        {...dialog}
        call={apiTokenCalls.stopMachine}
        input={{ machineId: machine.id }}
        verb="停用"
        title={`停用机器账号“${machine.name}”？`}
        text={machine.tokens > 0 ? `它的 ${machine.tokens} 个令牌立即失效，不能恢复。` : '停用后不能恢复。'}
        done={['机器账号已停用', machine.name]}
      />
    ),
  })
  return (
    <section className="card" aria-labelledby="machines">
      <header>
        <Bot className="i t3" aria-hidden />
        <h2 id="machines">机器账号</h2>
      </header>
      <Reading read={read} name="机器账号" height={120}>
        {({ machines }) =>
          machines.length > 0 ? (
            <ul className={css.machines} aria-label="机器账号">
              {machines.map((machine) => (
                <li key={machine.id}>
                  <div>
                    <b>{machine.name}</b>
                    <span className="t3 s12">
                      {machine.depName} · {machine.roles.map(({ roleName }) => roleName).join('、')} ·{' '}
                      {machine.tokens} 个有效令牌
                    </span>
                  </div>
                  <Button size="sm" icon={Plus} onClick={() => show('token', machine)}>
                    新建令牌
                  </Button>
                  <Button size="sm" kind="dng" onClick={() => show('stop', machine)}>
                    停用
                  </Button>
                </li>
              ))}
            </ul>
          ) : (
            <Empty title="还没有机器账号" text="给一个系统单独的账号和角色；它不能登录，只能用令牌调用接口" />
          )
        }
      </Reading>
      {shown}
    </section>
  )
}

const kinds = { '': '全部', ...tokenKinds }
const states = { '': '全部', active: tokenStates.active, expiring: tokenStates.expiring }
const PAGE = 20

function AllTokens() {
  const [kind, setKind] = useState<keyof typeof kinds>('')
  const [state, setState] = useState<keyof typeof states>('')
  const [pageSize, setSize] = useState(PAGE)
  const read = useCall(apiTokenCalls.list, {
    pageSize,
    ...(kind && { kind }),
    ...(state && { state }),
  })
  return (
    <section className="card" aria-labelledby="all-tokens">
      <header className={css.filters}>
        <h2 id="all-tokens">全部令牌</h2>
        <span className="mla" />
        <Segments label="种类" choices={kinds} value={kind} onChange={setKind} />
        <Segments label="状态" choices={states} value={state} onChange={setState} />
      </header>
      <Reading read={read} name="令牌" height={200} keepsOld>
        {({ records, total }) =>
          total > 0 ? (
            <>
              <TokenList tokens={records} withOwners />
              {total > records.length && (
                <p className={css.more}>
                  <Button kind="txt" onClick={() => setSize(pageSize + PAGE)}>
                    再显示 {Math.min(PAGE, total - records.length)} 个，共 {total} 个
                  </Button>
                </p>
              )}
            </>
          ) : kind || state ? (
            <NoMatch
              title="没有符合条件的令牌"
              onClear={() => {
                setKind('')
                setState('')
              }}
            />
          ) : (
            <Empty title="还没有令牌" text="本公司还没有人为程序创建令牌" />
          )
        }
      </Reading>
    </section>
  )
}
