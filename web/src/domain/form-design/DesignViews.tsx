import { Segments } from '../../kit/Segments.tsx'
import css from './design-pane.module.css'

type DesignViewsProps<View extends string> = {
  label: string
  choices: Readonly<Record<View, string>>
  value: View
  onChange: (view: View) => void
  /** What keeps the draft from being published. */
  fault: string | undefined
}

/** The parts of what is designed, and what is wrong with it. */
export const DesignViews = <View extends string>({ fault, ...segments }: DesignViewsProps<View>) => (
  <div className={css.views}>
    <Segments {...segments} />
    {fault && (
      <span className={`err s13 ell ${css.fault}`} role="status" title={fault}>
        {fault}
      </span>
    )}
  </div>
)
