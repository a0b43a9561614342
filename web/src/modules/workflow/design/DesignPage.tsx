import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import {
  ArrowLeft,
  CircleCheck,
  CloudOff,
  Download,
  GitCompare,
  LoaderCircle,
  Rocket,
  Trash2,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ProcessDiagram } from '../../../domain/process-diagram/ProcessDiagram.tsx'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { ButtonGroup } from '../../../kit/ButtonGroup.tsx'
import { lazily } from '../../../kit/lazily.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import { Empty } from '../../../kit/States.tsx'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import { usePhone } from '../../../kit/use-phone.ts'
import { saveBlob } from '../../../lib/download.ts'
import { useCall } from '../../../lib/queries.ts'
import { CompareDialog } from './CompareDialog.tsx'
import { DiscardDialog, PublishDialog } from './DraftDialogs.tsx'
import type { EditorProps } from './editor.ts'
import { Findings, useFindings } from './Findings.tsx'
import { useDraft, type Design, type Draft } from './use-draft.ts'
import css from './design.module.css'

const Waiting = () => <i className="sk grow" role="status" aria-label="正在加载" />

const BpmnEditor = lazily(async () => (await import('./BpmnEditor.tsx')).BpmnEditor, Waiting)
const ListEditor = lazily(async () => (await import('./ListEditor.tsx')).ListEditor, Waiting)

/** The editors of a process file, by their titles; the first one opens. */
const EDITORS = new Map<string, (props: EditorProps) => ReactNode>([
  ['BPMN 图', (props) => <BpmnEditor {...props} />],
  ['审批列表', (props) => <ListEditor {...props} />],
])
const TITLES = [...EDITORS.keys()]

type DesignPageProps = {
  /** Of the process. */
  code: string
  onLeave: () => void
  /** The process has a new version. */
  onPublished: (key: string) => void
}

/** The designer of one process: its draft, saved as it changes, until it is published as a version. */
export function DesignPage({ code, onLeave, onPublished }: DesignPageProps) {
  const read = useCall(workflowCalls.design, { key: code }, { refetchOnMount: 'always' })
  // What was read before this visit may name a draft that is published by now.
  const { isFetchedAfterMount, data, error, refetch, isPlaceholderData } = read
  const fresh = { data: isFetchedAfterMount ? data : undefined, error, refetch, isPlaceholderData }
  const [epoch, setEpoch] = useState(0)
  const phone = usePhone()
  const again = async () => {
    await refetch()
    setEpoch((before) => before + 1)
  }
  return (
    <div className={css.page}>
      <Reading read={fresh} name="流程" height={320}>
        {(design) =>
          phone ? (
            <Picture design={design} onLeave={onLeave} />
          ) : (
            <Designer
              // What was read anew, or another process, is another file.
              key={`${design.key} ${epoch}`}
              design={design}
              onLeave={onLeave}
              onAgain={() => void again()}
              onPublished={onPublished}
            />
          )
        }
      </Reading>
    </div>
  )
}

type DesignerProps = {
  design: Design
  onLeave: () => void
  /** Opens the process as it is stored now. */
  onAgain: () => void
  onPublished: (key: string) => void
}

function Designer({ design, onLeave, onAgain, onPublished }: DesignerProps) {
  const file = useDraft(design)
  const check = useFindings(design.key, file.xml)
  const [title, setTitle] = useState(TITLES[0]!)
  const [wanted, setWanted] = useState<{ element: string } | null>(null)
  const { key, current, newest, running } = design
  const name = nameIn(file.xml) ?? design.name
  const { show, shown } = useOverlays({
    compare: (overlay, from: number) => (
      <CompareDialog {...overlay} name={name} of={{ key, from, xml: file.xml }} />
    ),
    discard: (overlay, draft: Draft) => (
      <DiscardDialog
        {...overlay}
        name={name}
        draft={draft}
        onDiscarded={current === null && newest === null ? onLeave : onAgain}
      />
    ),
    publish: (overlay, draft: Draft) => (
      <PublishDialog
        {...overlay}
        name={name}
        draft={draft}
        version={(newest ?? 0) + 1}
        warnings={check.warnings}
        onPublished={() => onPublished(key)}
      />
    ),
  })
  const saved = async (then: (draft: Draft) => void) => {
    const draft = await file.flush()
    if (draft) then(draft)
  }
  const edit = EDITORS.get(title)!
  const compared = file.draft?.basedOn ?? newest
  const refusal = file.overtaken
    ? '草稿已在别处更新'
    : !file.draft && !file.dirty
      ? '还没有修改'
      : check.errors > 0
        ? `有 ${check.errors} 处不能运行，见发布前检查`
        : check.ready
          ? null
          : '正在检查'
  return (
    <>
      <header className={css.head}>
        <IconButton icon={ArrowLeft} label="返回流程列表" onClick={onLeave} />
        <h1 className="ell">{name}</h1>
        {(file.draft || file.dirty) && <span className="tag undo">草稿 第 {(newest ?? 0) + 1} 版</span>}
        <span className="t3 s12 ell">
          {current === null ? (newest === null ? '还没有发布' : '已停用') : `使用中 第 ${current} 版`}
          {running > 0 && ` · ${running} 个流程在办`}
        </span>
        {TITLES.length > 1 && (
          <Segments
            label="编辑方式"
            choices={Object.fromEntries(TITLES.map((each) => [each, each]))}
            value={title}
            onChange={setTitle}
          />
        )}
        <span className="grow" />
        <SaveState file={file} />
        <ButtonGroup
          limit={0}
          actions={[
            {
              key: 'download',
              title: '下载流程文件',
              icon: Download,
              run: () => saveBlob(new Blob([file.xml], { type: 'application/xml' }), `${key}.bpmn`),
            },
            {
              key: 'discard',
              title: '放弃草稿',
              icon: Trash2,
              danger: true,
              refusal: file.draft || file.dirty ? null : '没有草稿',
              run: () => void saved((draft) => show('discard', draft)),
            },
          ]}
        />
        {compared !== null && (
          <Button icon={GitCompare} onClick={() => show('compare', compared)}>
            对比第 {compared} 版
          </Button>
        )}
        <Button
          kind="pri"
          icon={Rocket}
          refusal={refusal}
          busy={file.busy}
          onClick={() => void saved((draft) => show('publish', draft))}
        >
          发布
        </Button>
      </header>
      {file.overtaken && (
        <div className={`alert undo ${css.strip}`} role="alert">
          <span className="grow">
            {design.draft
              ? `${design.draft.savedBy} 在 ${design.draft.saveTime.slice(0, 16)} 保存了这个草稿。`
              : '这个草稿已在别处保存、发布或放弃。'}
            这里的修改没有保存，可以先下载流程文件。
          </span>
          <Button size="sm" onClick={onAgain}>
            载入最新草稿
          </Button>
        </div>
      )}
      <div className={title === TITLES[0] ? css.body : css.stacked}>
        {edit({ xml: file.xml, onChange: file.change, readOnly: file.overtaken, wanted })}
        <Findings {...check} onLocate={(element) => setWanted({ element })} />
      </div>
      {shown}
    </>
  )
}

function SaveState({ file }: { file: ReturnType<typeof useDraft> }) {
  if (file.error)
    return (
      <span className="row err s12" role="alert">
        <CloudOff className="i s" aria-hidden />
        没有保存：{file.error.message}
        <Button size="sm" onClick={file.retry}>
          重试
        </Button>
      </span>
    )
  if (file.dirty || file.busy)
    return (
      <span className="row t3 s12">
        <LoaderCircle className="i s" aria-hidden />
        正在保存
      </span>
    )
  return (
    file.draft && (
      <span className="row ok s12" title={`${file.draft.savedBy} ${file.draft.saveTime}`}>
        <CircleCheck className="i s" aria-hidden />
        {file.draft.saveTime.slice(11, 16)} 已自动保存
      </span>
    )
  )
}

/** A phone has no room to draw, but shows the picture. */
function Picture({ design, onLeave }: { design: Design; onLeave: () => void }) {
  const check = useCall(workflowCalls.check, { xml: design.xml })
  return (
    <>
      <header className={css.head}>
        <IconButton icon={ArrowLeft} label="返回流程列表" onClick={onLeave} />
        <h1 className="ell">{design.name}</h1>
        {design.draft && <span className="tag undo">草稿</span>}
      </header>
      <p className={`t2 s13 ${css.strip}`}>手机屏幕放不下画布，只能查看；请在电脑上修改流程。</p>
      <Reading read={check} name="流程图" height={240}>
        {({ diagram, refusals }) =>
          diagram ? (
            <ProcessDiagram image={diagram} name={design.name} />
          ) : (
            <Empty
              title="草稿还不能画出"
              text={refusals.map(({ name, reason }) => `“${name}”${reason}`).join('；')}
            />
          )
        }
      </Reading>
    </>
  )
}

/** The name of the process in a file. */
function nameIn(xml: string): string | undefined {
  const process = new DOMParser()
    .parseFromString(xml, 'text/xml')
    .querySelector('process[isExecutable="true"]')
  return process?.getAttribute('name') ?? undefined
}
