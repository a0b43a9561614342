import { actorsOf, attributesOf } from './actors.ts'
import { ActorsField } from './ActorsField.tsx'
import type { FieldsProps } from './services.ts'
import { staffingIn, writtenStaffing } from './staffing.ts'
import { setProperties } from './write.ts'

/** Who gets a copy when the process comes to it. */
export const CopyFields = ({ modeler, shape }: FieldsProps) => (
  <>
    <ActorsField
      label="抄送人"
      missing="还没有人可以收到"
      actors={actorsOf(staffingIn(shape.businessObject))}
      onChange={(actors) => setProperties(modeler, shape, writtenStaffing(attributesOf(actors, false)))}
    />
    <p className="t3 s12">数据范围包含该流程的人会收到抄送，可以查看，不需办理；流程不等待，立即继续。</p>
  </>
)
