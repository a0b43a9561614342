import { Plus } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { MORE_KEY } from './use-paged-options.ts'
import css from './options-popup.module.css'

type OptionsPopupProps = {
  menu: ReactElement
  /** The number of chosen options, in words. */
  chosen: ReactNode
  /** Loads the next page; null on the last page. */
  more: (() => void) | null
}

/** The options of a picker, with the number chosen and the button for the next page below. */
export const OptionsPopup = ({ menu, chosen, more }: OptionsPopupProps) => (
  <div className={css.optionsPopup}>
    {menu}
    <div className={`foot ${css.foot}`}>
      {chosen}
      {more && (
        <button
          type="button"
          className="btn sm txt"
          title={`按 ${MORE_KEY} 也可加载`}
          aria-keyshortcuts={MORE_KEY}
          // Keeps the focus in the field, so that the list stays open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={more}
        >
          <Plus className="i s" aria-hidden />
          更多
        </button>
      )}
    </div>
  </div>
)
