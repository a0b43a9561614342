import { dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { ArrowLeft, History, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FourEyesReason } from '../../domain/grant-reviews/FourEyesReason.tsx'
import { reasonRefusal, saidWaiting, useFourEyes } from '../../domain/grant-reviews/use-four-eyes.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { ButtonGroup } from '../../kit/ButtonGroup.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { CopyText } from '../../kit/CopyText.tsx'
import { Form } from '../../kit/Form.tsx'
import { OnOff } from '../../kit/OnOff.tsx'
import { removing } from '../../kit/RemoveDialog.tsx'
import type { SideChoice } from '../../kit/side-list/use-side-choice.ts'
import { useForm } from '../../kit/use-form.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useReadAgain } from '../../kit/use-seen.ts'
import { useUnsaved } from '../../kit/use-unsaved.ts'
import { fields, fresh, valuesOf, type DataRole } from './data-role.ts'
import { HistoryDialog } from './HistoryDialog.tsx'
import { ImpactPanel } from './ImpactPanel.tsx'
import { RuleFields } from './RuleFields.tsx'
import { RuleSentence } from './RuleSentence.tsx'
import { useKnown } from './use-known.ts'
import css from './data-roles.module.css'

type RuleEditorProps = { role: DataRole | null; choice: SideChoice }

const faults = {
  'dataRole.code_taken': ['code'],
  'dataRole.name_taken': ['name'],
  'dataRole.company': ['roleIds'],
  'dataRole.beyond': ['userIds'],
}

/** One data role: its sentence, its fields, and what saving would change for whom. */
export function RuleEditor({ role, choice }: RuleEditorProps) {
  const form = useForm(fields, role ? valuesOf(role) : fresh)
  // What the form started from; a newer one replaces it only where nothing is unsaved.
  const [seen, setSeen] = useState(role)
  const known = useKnown()
  const readAgain = useReadAgain(dataRoleCalls.detail)
  const [places, setPlaces] = useState('')
  const waits = useFourEyes()
  const taken = (saved: DataRole) => {
    form.reset(valuesOf(saved))
    setSeen(saved)
    if (saved.code !== choice.code) choice.choose(saved.code)
  }
  const add = useSaving(dataRoleCalls.add, {
    said: ({ name }) =>
      waits ? saidWaiting(`数据角色“${name}”还没有启用，也未授予任何人`) : ['数据角色已新建', name],
    form,
    faults,
    onSaved: taken,
  })
  const edit = useSaving(dataRoleCalls.edit, {
    said: ({ name }) =>
      waits
        ? saidWaiting(`数据角色“${name}”暂不变`)
        : ['数据角色已保存', `${name}，从有关人员的下一次操作起生效`],
    form,
    faults,
    onSaved: taken,
  })
  const saving = seen ? edit : add
  const { dirty } = form
  useUnsaved(dirty)
  if (role && seen && role.version > seen.version && !dirty && !edit.busy) taken(role)
  const refresh = async () => {
    if (!seen) return
    const now = await readAgain({ id: seen.id })
    form.rebase(valuesOf(now))
    setSeen(now)
    edit.reset()
  }
  const save = () =>
    form.submit((input) =>
      seen ? edit.send({ ...input, id: seen.id, version: seen.version }) : add.send(input),
    )
  const { show, shown } = useOverlays({
    history: (overlay, of: DataRole) => <HistoryDialog {...overlay} role={of} />,
    remove: removing((of: DataRole) => ({
      title: `删除数据角色“${of.name}”？`,
      text: `${of.userCount} 人不再受它限制，从下一次操作起看到各自范围内的全部数据。删除后不可恢复。`,
      call: dataRoleCalls.remove,
      input: { id: of.id },
      done: waits ? saidWaiting(`数据角色“${of.name}”暂不删除`) : (['数据角色已删除', of.name] as const),
      onRemoved: () => choice.choose(null),
    })),
  })
  const Title = choice.onBack ? 'h1' : 'h2'
  return (
    <section className={css.pane} aria-label={seen?.name ?? '新建数据角色'}>
      <header className={`touch-row touch row ${css.head}`}>
        {choice.onBack && <IconButton icon={ArrowLeft} label="返回数据角色列表" onClick={choice.onBack} />}
        <div className={`row grow ${css.title}`}>
          <Title>{seen?.name ?? '新建数据角色'}</Title>
          {seen && (
            <span className={`row ${css.code}`}>
              <span className="code">{seen.code}</span>
              <CopyText text={seen.code} label="复制数据角色编码" />
              <OnOff on={seen.enabled} text={seen.enabled ? '启用' : '停用'} />
            </span>
          )}
        </div>
        {seen && (
          <ButtonGroup
            label="更多"
            limit={choice.onBack ? 0 : 2}
            actions={[
              { key: 'history', title: '修改记录', icon: History, run: () => show('history', seen) },
              {
                key: 'remove',
                title: '删除数据角色',
                icon: Trash2,
                danger: true,
                run: () => show('remove', seen),
              },
            ]}
          />
        )}
      </header>
      <div className={css.body}>
        <Form ref={form.form} className={css.form} onSend={save}>
          <RuleSentence rule={form.values} known={known} places={places} />
          <RuleFields form={form} known={known} onPlaces={setPlaces} />
          {waits && dirty && (
            <FourEyesReason
              value={form.values.reason ?? ''}
              onChange={(reason) => form.set('reason', reason)}
            />
          )}
        </Form>
        <ImpactPanel id={seen?.id} rule={form.values} isSaved={!dirty && seen !== null} />
      </div>
      <footer className={`touch-send ${css.foot}`}>
        <CommandAlert error={saving.error} onRefresh={() => void refresh()} />
        <span className="t3 s12 grow">{dirty ? '有未保存的改动' : seen && `第 ${seen.version} 版`}</span>
        <Button refusal={dirty ? null : '没有改动'} onClick={() => form.reset(seen ? valuesOf(seen) : fresh)}>
          还原
        </Button>
        <Button
          kind="pri"
          refusal={
            !dirty && seen !== null ? '没有改动' : waits ? reasonRefusal(form.values.reason ?? '') : null
          }
          busy={saving.busy}
          onClick={save}
        >
          保存
        </Button>
      </footer>
      {shown}
    </section>
  )
}
