import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { ProcessDiagram } from '../../domain/process-diagram/ProcessDiagram.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { DialogButtons } from '../../kit/DialogButtons.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useCall } from '../../lib/queries.ts'
import type { ProcessDefinition, ProcessFile } from './process.ts'
import css from './workflow.module.css'

type DeployDialogProps = {
  open: boolean
  onClose: () => void
  file: ProcessFile
  onDeployed: (definition: ProcessDefinition) => void
}

/** Shows what a file would become, or everything that prevents it, before it is deployed. */
export function DeployDialog({ open, onClose, file: { name, xml }, onDeployed }: DeployDialogProps) {
  const check = useCall(workflowCalls.check, { xml }, { refetchOnMount: 'always' })
  const saving = useSaving(workflowCalls.deploy, {
    said: (answer) => ['流程已部署', `${answer.name} 第 ${answer.versions[0]!.version} 版`],
    onClose,
    onSaved: onDeployed,
  })
  const refusal = check.data
    ? check.data.refusals.length > 0
      ? `有 ${check.data.refusals.length} 处不能运行`
      : check.data.version === 0
        ? '与最新版本相同'
        : null
    : '正在检查'
  return (
    <Dialog
      open={open}
      title={`部署 ${name}`}
      width={880}
      typed
      onClose={onClose}
      buttons={
        <DialogButtons
          onCancel={onClose}
          verb="部署"
          busy={saving.busy}
          refusal={refusal}
          onConfirm={() => saving.send({ xml })}
        />
      }
    >
      <Reading read={check} name="检查结果" height={240}>
        {({ refusals, key, name: title, version, diagram }) =>
          refusals.length > 0 ? (
            <div role="alert">
              <p>文件没有部署，请修改以下各处后重新选择：</p>
              <ul className={css.refusals}>
                {refusals.map((each) => (
                  <li key={`${each.element} ${each.reason}`}>
                    {each.name && <b>“{each.name}”</b>}
                    {each.reason}
                    {each.element && <span className="code t3">{each.element}</span>}
                  </li>
                ))}
              </ul>
            </div>
          ) : (
            <>
              <p>
                {version === 0 ? (
                  <>
                    “{title}”（{key}）的最新版本就是这个文件。
                  </>
                ) : (
                  <>
                    将成为“{title}”（{key}）的第 {version} 版。之后发起的流程使用它，正在办理的流程不受影响。
                  </>
                )}
              </p>
              <div className={css.preview}>
                <ProcessDiagram image={diagram} name={title} />
              </div>
            </>
          )
        }
      </Reading>
      <CommandAlert error={saving.error} />
    </Dialog>
  )
}
