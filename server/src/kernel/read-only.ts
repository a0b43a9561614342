/** A read-only picker sends `disabled` as '1' or 'true' together with `initValue` (spec 2 §7). */
export const isReadOnly = ({ initValue, disabled }: { initValue?: string; disabled?: string }): boolean =>
  initValue !== undefined && (disabled === '1' || disabled === 'true')
