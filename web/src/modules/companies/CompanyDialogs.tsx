import { companyCalls, REMOVAL_DAYS, type Company } from '@heliodesk/contract/companies.ts'
import type { Issued } from '../../domain/IssuedPassword.tsx'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { NoteField } from '../../kit/fields/NoteField.tsx'
import { DaysField } from '../../kit/fields/DaysField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { SendDialog } from '../../kit/SendDialog.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'

type CompanyProps = OverlayProps & { company: Company }

const seenOf = ({ companyCode, version }: Company) => ({ companyCode, version })

export function SuspendCompany({ company, ...dialog }: CompanyProps) {
  const form = useForm(companyCalls.suspend.input, seenOf(company))
  const saving = useSaving(companyCalls.suspend, {
    form,
    said: () => ['租户已停用', company.name],
    onClose: dialog.onClose,
  })
  return (
    <CommandDialog
      {...dialog}
      title={`停用${company.name}？`}
      text={`其 ${company.used.people} 人立即退出登录，不能再登录；后台任务、推送和接口令牌停止。数据保留，恢复后继续。`}
      verb="停用"
      danger
      saving={saving}
      form={form.form}
      onConfirm={() => form.submit(saving.send)}
    >
      <NoteField {...form.field('reason')} label="原因" required />
    </CommandDialog>
  )
}

export const ResumeCompany = ({ company, ...dialog }: CompanyProps) => (
  <SendDialog
    {...dialog}
    call={companyCalls.resume}
    input={seenOf(company)}
    title={`恢复${company.name}？`}
    text="人员可以重新登录，停下的后台任务和推送继续。"
    verb="恢复"
    said={() => ['租户已恢复', company.name]}
  />
)

export const CancelRemoval = ({ company, ...dialog }: CompanyProps) => (
  <SendDialog
    {...dialog}
    call={companyCalls.cancelRemoval}
    input={seenOf(company)}
    title={`取消删除${company.name}？`}
    text="公司仍是停用状态，需要时再恢复。"
    verb="取消删除"
    said={() => ['已取消删除', company.name]}
  />
)

/** Asks for the company's name, typed, since nothing of it is left afterwards. */
export function PlanRemoval({ company, ...dialog }: CompanyProps) {
  const form = useForm(companyCalls.planRemoval.input, { ...seenOf(company), days: REMOVAL_DAYS })
  const saving = useSaving(companyCalls.planRemoval, {
    form,
    faults: { 'company.name': ['typedName'] },
    said: ({ removalDay }) => [`将于 ${removalDay} 删除`, company.name],
    onClose: dialog.onClose,
  })
  return (
    <CommandDialog
      {...dialog}
      title={`删除${company.name}？`}
      text="到期后，公司的全部数据和文件从系统中删除，不能恢复。到期前可以取消。"
      verb="计划删除"
      danger
      saving={saving}
      form={form.form}
      onConfirm={() => form.submit(saving.send)}
    >
      <DaysField {...form.field('days')} label="多少天后删除" required />
      <TextField {...form.field('typedName')} label={`请输入公司名称“${company.name}”`} required code />
      <NoteField {...form.field('reason')} label="原因" required />
    </CommandDialog>
  )
}

export function ArchiveCompany({ company, ...dialog }: CompanyProps) {
  const form = useForm(companyCalls.archive.input, { companyCode: company.companyCode })
  const saving = useSaving(companyCalls.archive, {
    form,
    said: () => ['已开始导出', company.name],
    onClose: dialog.onClose,
  })
  return (
    <CommandDialog
      {...dialog}
      title={`导出${company.name}的全部数据？`}
      text="生成一个压缩包：每张表一个文件，附全部文件及校验值，不含密码和密钥。该公司的审计日志会记下这次导出和原因。"
      verb="导出"
      saving={saving}
      form={form.form}
      onConfirm={() => form.submit(saving.send)}
    >
      <NoteField {...form.field('reason')} label="原因" required />
    </CommandDialog>
  )
}

type IssueProps = CompanyProps & { onIssued: (issued: Issued) => void }

export function IssuePassword({ company, onIssued, ...dialog }: IssueProps) {
  const saving = useSaving(companyCalls.issue, {
    onClose: dialog.onClose,
    onSaved: ({ username, initialWord }) =>
      onIssued({ title: `${company.name}管理员的初始密码`, username, password: initialWord }),
  })
  return (
    <CommandDialog
      {...dialog}
      title="重发管理员的初始密码？"
      text="原来的初始密码立即失效。管理员首次登录并修改密码后，不能再重发。"
      verb="重发"
      saving={saving}
      onConfirm={() => saving.send({ companyCode: company.companyCode })}
    />
  )
}
