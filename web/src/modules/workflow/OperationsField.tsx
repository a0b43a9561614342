import { allOperations, stepOperations, type StepOperation } from '@heliodesk/contract/process-file.ts'
import { Checkbox } from 'antd'

type OperationsFieldProps = {
  denied: readonly StepOperation[]
  onChange: (denied: StepOperation[]) => void
}

const options = allOperations.map((value) => ({ value, label: stepOperations[value] }))

/** What may be done with a step besides deciding it. */
export const OperationsField = ({ denied, onChange }: OperationsFieldProps) => (
  <div className="field" role="group" aria-label="可用操作">
    <span>可用操作</span>
    <Checkbox.Group
      options={options}
      value={allOperations.filter((operation) => !denied.includes(operation))}
      onChange={(allowed) => onChange(allOperations.filter((operation) => !allowed.includes(operation)))}
    />
    <div className="note">停在这个环节时，没有勾选的操作不能用；撤回、作废指发起人，流程管理员不受限制</div>
  </div>
)
