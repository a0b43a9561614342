import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { ArrowLeft, Ban, CircleCheck, Download, GitCompare, PencilRuler } from 'lucide-react'
import type { ReactNode } from 'react'
import { ProcessDiagram } from '../../domain/process-diagram/ProcessDiagram.tsx'
import { Button, IconButton } from '../../kit/Button.tsx'
import { ButtonGroup } from '../../kit/ButtonGroup.tsx'
import { CopyText } from '../../kit/CopyText.tsx'
import { lazily } from '../../kit/lazily.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { SendDialog } from '../../kit/SendDialog.tsx'
import { Empty } from '../../kit/States.tsx'
import { useOverlays, type OverlayProps } from '../../kit/use-overlays.tsx'
import { saveAnswer } from '../../lib/download.ts'
import { useCall } from '../../lib/queries.ts'
import type { ListedProcess, ProcessDefinition, ProcessVersion } from './process.ts'
import css from './workflow.module.css'

const CompareDialog = lazily(async () => (await import('./design/CompareDialog.tsx')).CompareDialog)

type ProcessPaneProps = {
  definition: ListedProcess
  /** The one to show; by default the one in use, else the newest. */
  version: number | null
  onVersion: (version: number) => void
  onBack: (() => void) | null
  onDesign: () => void
}

/** One process: its picture, and its versions. */
export function ProcessPane(props: ProcessPaneProps) {
  const { definition, version, onBack, onDesign } = props
  const { current, versions } = definition
  const shownVersion = versions.find((each) => each.version === (version ?? current)) ?? versions[0]
  if (shownVersion) return <VersionPane {...props} shownVersion={shownVersion} />
  return (
    <section className={css.process} aria-label={definition.name}>
      <PaneHead definition={definition} onBack={onBack} />
      <Empty
        title="还没有发布"
        text="草稿发布之后才能发起这个流程"
        action={
          <Button kind="pri" icon={PencilRuler} onClick={onDesign}>
            继续设计
          </Button>
        }
      />
    </section>
  )
}

type VersionPaneProps = ProcessPaneProps & { shownVersion: ProcessVersion }

function VersionPane({ definition, shownVersion, onVersion, onBack, onDesign }: VersionPaneProps) {
  const { key, name, current, versions, draft } = definition
  const other =
    versions.find((each) => each.version === current && each !== shownVersion) ??
    versions.find((each) => each.version < shownVersion.version)
  const diagram = useCall(workflowCalls.initialDiagram, {
    processDefinitionKey: key,
    definitionVersion: shownVersion.version,
  })
  const { show, shown } = useOverlays({
    active: (overlay, changed: ProcessVersion) => (
      <ActiveDialog {...overlay} definition={definition} version={changed} />
    ),
    compare: (overlay, between: [number, number]) => (
      <CompareDialog
        {...overlay}
        name={name}
        of={{ key, from: Math.min(...between), to: Math.max(...between) }}
      />
    ),
  })
  return (
    <section className={css.process} aria-label={name}>
      <PaneHead definition={definition} onBack={onBack}>
        <ButtonGroup
          limit={onBack ? 0 : 3}
          actions={[
            { key: 'design', title: draft ? '继续设计' : '设计', icon: PencilRuler, run: onDesign },
            {
              key: 'file',
              title: '下载流程文件',
              icon: Download,
              run: () =>
                void saveAnswer(
                  workflowCalls.file,
                  { id: shownVersion.id },
                  `${key}-v${shownVersion.version}.bpmn`,
                ),
            },
            {
              key: 'active',
              title: shownVersion.active
                ? `停用第 ${shownVersion.version} 版`
                : `启用第 ${shownVersion.version} 版`,
              icon: shownVersion.active ? Ban : CircleCheck,
              run: () => show('active', shownVersion),
            },
            ...(other
              ? [
                  {
                    key: 'compare',
                    title: `与第 ${other.version} 版对比`,
                    icon: GitCompare,
                    run: () => show('compare', [other.version, shownVersion.version] as [number, number]),
                  },
                ]
              : []),
          ]}
        />
      </PaneHead>
      <Reading read={diagram} name="流程图" height={240} keepsOld>
        {(image) => <ProcessDiagram image={image} name={name} />}
      </Reading>
      <Versions definition={definition} shown={shownVersion} onVersion={onVersion} />
      {shown}
    </section>
  )
}

type PaneHeadProps = Pick<ProcessPaneProps, 'definition' | 'onBack'> & { children?: ReactNode }

function PaneHead({ definition: { key, name }, onBack, children }: PaneHeadProps) {
  const Title = onBack ? 'h1' : 'h2'
  return (
    <header className={`touch row ${css.head}`}>
      {onBack && <IconButton icon={ArrowLeft} label="返回流程列表" onClick={onBack} />}
      <div className={`row grow ${css.title}`}>
        <Title>{name}</Title>
        <span className="row">
          <span className="code">{key}</span>
          <CopyText text={key} label="复制流程编码" />
        </span>
      </div>
      {children}
    </header>
  )
}

type VersionsProps = {
  definition: ProcessDefinition
  shown: ProcessVersion
  onVersion: (version: number) => void
}

const Versions = ({ definition: { current, versions }, shown, onVersion }: VersionsProps) => (
  <ul className={`touch-row ${css.versions}`} aria-label="版本">
    {versions.map(({ id, version, active, deployedBy, deployTime, running }) => (
      <li key={id}>
        <button type="button" aria-pressed={version === shown.version} onClick={() => onVersion(version)}>
          <b>第 {version} 版</b>
          {version === current && <span className="tag ok">使用中</span>}
          {!active && <span className="tag ln">已停用</span>}
          <span className="t3 grow">
            {deployedBy} {deployTime.slice(0, 16)}
          </span>
          {running > 0 && <span className="t2">{running} 个在办</span>}
        </button>
      </li>
    ))}
  </ul>
)

type ActiveDialogProps = OverlayProps & { definition: ProcessDefinition; version: ProcessVersion }

/** Asks before a version is taken into use or out of use, and says which one starts new instances then. */
function ActiveDialog({ definition, version: { id, version, active }, ...overlay }: ActiveDialogProps) {
  const then = definition.versions.find((each) => (each.version === version ? !active : each.active))
  const next = then ? `之后发起的流程使用第 ${then.version} 版。` : '之后不能再发起该流程，直到启用一个版本。'
  const verb = active ? '停用' : '启用'
  return (
    <SendDialog
      {...overlay}
      call={workflowCalls.setActive}
      input={{ id, active: !active }}
      said={() => [`版本已${verb}`, `${definition.name} 第 ${version} 版`]}
      title={`${verb}“${definition.name}”第 ${version} 版？`}
      text={`${next}正在办理的流程不受影响。`}
      verb={verb}
      danger={active}
    />
  )
}
